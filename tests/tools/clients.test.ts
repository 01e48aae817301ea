import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { ERROR_DOCUMENT } from '../../tools/openapi/error-table.ts'
import { committedDocument, REST_COMMAND, REST_FILES, staleRest } from '../../tools/openapi/files.ts'
import { PYTHON_PACKAGE } from '../../tools/openapi/python/index.ts'
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
      rmSync(join(root, KIT_FOLDER, 'accounts.ts'))
      writeFileSync(join(root, RUST_FOLDER, 'mod.rs'), '')
      expect(await staleClients(root)).to.deep.equal([
        `${KIT_FOLDER}/accounts.ts is missing`,
        `${KIT_FOLDER}/index.ts differs`,
        `${KIT_FOLDER}/more.ts is no longer generated`,
        `${RUST_FOLDER}/mod.rs differs`,
      ])
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})

// Whether a gateway serves the committed document is tested in tests/gateway/document.test.ts.
describe('the types of the REST clients, in TypeScript and Python, and the table of errors', () => {
  it('are those that the committed OpenAPI document gives', async () => {
    expect(await staleRest(), `run \`${REST_COMMAND}\``).to.deep.equal([])
  })

  it('are found stale when the document has another route', async () => {
    const root = mkdtempSync(join(tmpdir(), 'rest-types-'))
    try {
      cpSync(join(ROOT, REST_FILES.types), join(root, REST_FILES.types))
      cpSync(join(ROOT, ERROR_DOCUMENT), join(root, ERROR_DOCUMENT))
      cpSync(join(ROOT, PYTHON_PACKAGE), join(root, PYTHON_PACKAGE), { recursive: true })
      const document = committedDocument() as { paths: Record<string, object> }
      const schema = { $ref: '#/components/schemas/Stakes' }
      const answer = { description: 'More', content: { 'application/json': { schema } } }
      document.paths['/v1/more'] = { get: { operationId: 'getMore', responses: { 200: answer } } }
      writeFileSync(join(root, REST_FILES.document), JSON.stringify(document))
      expect(await staleRest(root)).to.deep.equal([REST_FILES.types, `${PYTHON_PACKAGE}/operations.py`])
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})
