// OpenTelemetry traces.

import { type Attributes, type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Service } from './service.ts'

/** Our spans; without effect while tracing is off. */
export const tracer = trace.getTracer('prediction-market')

/** Does a part of some work in a span of its own, which is part of the span around it. */
export function traced<Result>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      failSpan(span, error)
      throw error
    } finally {
      span.end()
    }
  })
}

export function failSpan(span: Span, error: unknown): void {
  const { message } = error as Error
  span.recordException(error as Error)
  span.setStatus({ code: SpanStatusCode.ERROR, message })
}

/**
 * Sends traces to `OTEL_EXPORTER_OTLP_ENDPOINT`, as OTLP over HTTP; nothing if it is not set. OpenTelemetry itself reads the
 * other `OTEL_*` variables.
 *
 * @param service - its name, unless `OTEL_SERVICE_NAME` is set
 */
export async function startTracing(service: string): Promise<Service> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = process.env
  if (!OTEL_EXPORTER_OTLP_ENDPOINT && !OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return { stop: async () => {} }
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { detectResources, envDetector, resourceFromAttributes } = await import('@opentelemetry/resources')
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  return { stop: () => provider.shutdown() }
}
