import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { areTypesCurrent, committedDocument, REST_COMMAND, REST_FILES } from '../../tools/openapi/files.ts'
import { ROOT } from '../../tools/program/workspace.ts'

// Whether a gateway serves the committed document is tested in tests/gateway/document.test.ts.
describe('the types of the REST client', () => {
  it('are those that the committed OpenAPI document gives', async () => {
    expect(await areTypesCurrent(), `run \`${REST_COMMAND}\``).to.equal(true)
  })

  it('are found stale when the document has another route', async () => {
    const root = mkdtempSync(join(tmpdir(), 'rest-types-'))
    try {
      cpSync(join(ROOT, REST_FILES.types), join(root, REST_FILES.types))
      const document = committedDocument() as { paths: Record<string, object> }
      document.paths['/v1/more'] = { get: { responses: { 200: { description: 'More' } } } }
      writeFileSync(join(root, REST_FILES.document), JSON.stringify(document))
      expect(await areTypesCurrent(root)).to.equal(false)
    } finally {
      rmSync(root, { recursive: true })
    }
  })
})
