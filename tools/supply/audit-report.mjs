// Reads the report of `npm audit`.

/** Advisories that do not apply to this project, and why. */
export const EXCEPTIONS = {
  'GHSA-3gc7-fjrx-p6mg':
    'bigint-buffer, a dependency of spl-token: the overflow needs a buffer whose length an attacker chooses; ours have 8 bytes',
}

const SEVERE = ['high', 'critical']

/**
 * Reads the output of `npm audit --json`.
 *
 * @returns the reason why nothing was audited, or the severe advisories that are not exceptions, one text each
 */
export function readAudit(output) {
  const report = JSON.parse(output)
  if (!report.vulnerabilities) {
    return { leftOut: report.message ?? report.error?.summary ?? 'npm gave no reason', found: [] }
  }
  const advisories = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((via) => typeof via === 'object' && SEVERE.includes(via.severity))
    .filter(({ url }) => !Object.keys(EXCEPTIONS).some((id) => url.endsWith(id)))
  const texts = advisories.map(({ name, severity, title, url }) => `${name}: ${severity}: ${title} (${url})`)
  return { leftOut: null, found: [...new Set(texts)] }
}
