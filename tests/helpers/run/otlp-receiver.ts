// Receives OpenTelemetry traces, as a collector does.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A span as it was sent. */
export interface ReceivedSpan {
  service: string
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Record<string, string | number>
  events: string[]
}

interface OtlpAttribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}

interface OtlpSpan extends Omit<ReceivedSpan, 'service' | 'attributes' | 'events'> {
  attributes: OtlpAttribute[]
  events: { name: string }[]
}

interface OtlpTraces {
  resourceSpans: { resource: { attributes: OtlpAttribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}

/** Takes traces as OTLP over HTTP, as a collector does. */
export async function openReceiver() {
  const spans: ReceivedSpan[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as OtlpTraces
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name'])
      for (const span of scopeSpans.flatMap((one) => one.spans)) {
        const events = span.events.map(({ name }) => name)
        spans.push({ ...span, service, attributes: valuesOf(span.attributes), events })
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  return { url: `http://127.0.0.1:${port}`, spans: spans as readonly ReceivedSpan[], close }
}

function valuesOf(attributes: readonly OtlpAttribute[]): ReceivedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  )
}
