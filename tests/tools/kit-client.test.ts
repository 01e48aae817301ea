import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { staleKit } from '../../tools/program/kit-files.ts'
import { KIT_FOLDER, OUTPUTS, ROOT } from '../../tools/program/workspace.ts'

describe('the client for Kit', () => {
  it('is the one that the committed IDL gives', async () => {
    expect(await staleKit(), 'run `node tools/run.mjs tools/generate-kit.ts`').to.deep.equal([])
  })

  it('is found stale by every file that differs, is missing or is left over', async () => {
    const root = mkdtempSync(join(tmpdir(), 'kit-client-'))
    try {
      cpSync(join(ROOT, OUTPUTS.idl), join(root, OUTPUTS.idl))
      cpSync(join(ROOT, KIT_FOLDER), join(root, KIT_FOLDER), { recursive: true })
      writeFileSync(join(root, KIT_FOLDER, 'index.ts'), '')
      writeFileSync(join(root, KIT_FOLDER, 'more.ts'), '')
      rmSync(join(root, KIT_FOLDER, 'accounts/market.ts'))
      expect(await staleKit(root)).to.deep.equal([
        `${KIT_FOLDER}/accounts/market.ts is missing`,
        `${KIT_FOLDER}/index.ts differs`,
        `${KIT_FOLDER}/more.ts is no longer generated`,
      ])
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})
