import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { ROOT } from '../helpers/localnet/process.ts'
import { prepareVenv } from '../helpers/python/venv.ts'

describe('deploy/kubernetes', () => {
  it('has manifests that Kubernetes would take, without a field that it does not know', function () {
    const built = kustomize()
    if (built === null) return this.skip()
    expect(built.match(/^kind: /gm)).to.have.length(9)
    const folder = mkdtempSync(join(tmpdir(), 'kubernetes-'))
    const file = join(folder, 'all.yml')
    writeFileSync(file, built)
    try {
      // Fails with its reasons if one is wrong.
      execFileSync(join(prepareVenv(), 'kubernetes-validate'), ['--strict', file], { stdio: 'pipe' })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

/** The manifests with their shared base; `null` without kubectl. */
function kustomize(): string | null {
  try {
    return execFileSync('kubectl', ['kustomize', join(ROOT, 'deploy/kubernetes')], { encoding: 'utf8' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
