import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import journal from '../../app/src/store/migrations/meta/_journal.json' with { type: 'json' }
import * as schema from '../../app/src/store/schema/index.ts'

type Snapshot = ReturnType<typeof generateDrizzleJson>

const FOLDER = new URL('../../app/src/store/migrations/', import.meta.url)
/** The snapshot before the first one. */
const EMPTY = { ...generateDrizzleJson({}), id: '00000000-0000-0000-0000-000000000000' }

async function readSnapshot(tag: string): Promise<Snapshot> {
  const number = tag.slice(0, 4)
  return JSON.parse(await readFile(new URL(`meta/${number}_snapshot.json`, FOLDER), 'utf8'))
}

describe('the migrations of the store', () => {
  it('lead to the schema: there is no change left to generate', async () => {
    const last = journal.entries.at(-1) ?? expect.fail()
    const changes = await generateMigration(await readSnapshot(last.tag), generateDrizzleJson(schema))
    expect(changes, 'run `npx drizzle-kit generate` in app/').to.deep.equal([])
  })

  it('are the SQL that was generated, or written by hand where the schema did not change', async () => {
    let before: Snapshot = EMPTY
    for (const { tag } of journal.entries) {
      const after = await readSnapshot(tag)
      expect(after.prevId, tag).to.equal(before.id)
      const generated = await generateMigration(before, after)
      const text = await readFile(new URL(`${tag}.sql`, FOLDER), 'utf8')
      const statements = text.split('--> statement-breakpoint').map((statement) => statement.trim())
      if (generated.length > 0) expect(statements).to.deep.equal(generated.map((one) => one.trim()))
      before = after
    }
  })
})
