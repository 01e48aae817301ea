import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { staleClients } from '../../tools/program/clients.ts'
import { KIT_FOLDER, OUTPUTS, ROOT, RUST_FOLDER } from '../../tools/program/workspace.ts'

describe('the clients for Kit and in Rust', () => {
  it('are those that the committed IDL gives', async () => {
    expect(await staleClients(), 'run `node tools/run.mjs tools/generate-clients.ts`').to.deep.equal([])
  })

  it('are found stale by every file that differs, is missing or is left over', async () => {
    const root = mkdtempSync(join(tmpdir(), 'clients-'))
    try {
      cpSync(join(ROOT, OUTPUTS.idl), join(root, OUTPUTS.idl))
      cpSync(join(ROOT, KIT_FOLDER), join(root, KIT_FOLDER), { recursive: true })
      cpSync(join(ROOT, RUST_FOLDER), join(root, RUST_FOLDER), { recursive: true })
      writeFileSync(join(root, KIT_FOLDER, 'index.ts'), '')
      writeFileSync(join(root, KIT_FOLDER, 'more.ts'), '')
      rmSync(join(root, KIT_FOLDER, 'accounts/market.ts'))
      writeFileSync(join(root, RUST_FOLDER, 'mod.rs'), '')
      expect(await staleClients(root)).to.deep.equal([
        `${KIT_FOLDER}/accounts/market.ts is missing`,
        `${KIT_FOLDER}/index.ts differs`,
        `${KIT_FOLDER}/more.ts is no longer generated`,
        `${RUST_FOLDER}/mod.rs differs`,
      ])
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})
