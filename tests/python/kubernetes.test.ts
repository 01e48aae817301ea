import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { ROOT } from '../helpers/localnet/process.ts'
import { prepareVenv } from '../helpers/python/venv.ts'

describe('deploy/kubernetes', () => {
  it('has manifests that Kubernetes would take, without a field that it does not know', function () {
    this.timeout(300_000)
    const folder = join(ROOT, 'deploy/kubernetes')
    const files = readdirSync(folder).map((file) => join(folder, file))
    expect(files).to.have.length.above(3)
    // Fails with its reasons if one is wrong.
    execFileSync(join(prepareVenv(), 'kubernetes-validate'), ['--strict', ...files], { stdio: 'pipe' })
  })
})
