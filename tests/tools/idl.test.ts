import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AnchorProvider, type Idl, Program, Wallet } from '@coral-xyz/anchor'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { IDL, type PredictionMarket } from '@prediction-market/sdk/idl'
import { Connection, Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { PUBLIC_PROGRAM_KEYPAIR } from '../../app/src/deploy/program.ts'
import { sha256 } from '../../app/src/deploy/sources.ts'
import { PREDICTION_MARKET_PROGRAM_ADDRESS } from '../../sdk/src/kit/generated/programs.ts'
import { KEYPAIR_FILE, writeKeypair } from '../../tools/program/deploy-folder.ts'
import { idlModule, limitsModule } from '../../tools/program/idl-module.ts'
import { OUTPUTS, PROGRAM, ROOT } from '../../tools/program/workspace.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const json: Idl = JSON.parse(read(OUTPUTS.idl))

/** Anchor's client for an IDL; it never connects to its node. */
function client<T extends Idl>(idl: T): Program<T> {
  return new Program(
    idl,
    new AnchorProvider(new Connection('http://127.0.0.1:1'), new Wallet(Keypair.generate())),
  )
}

/** An IDL as Anchor's client sees it, without documentation. */
function seen(idl: Idl): unknown {
  return JSON.parse(JSON.stringify(client(idl).idl, (key, value) => (key === 'docs' ? undefined : value)))
}

describe('the generated IDL', () => {
  it('gives Anchor the same program as a module and as JSON', () => {
    expect(seen(IDL)).to.deep.equal(seen(json))
    expect(seen(IDL)).to.deep.equal(IDL)
  })

  it('types the methods and accounts of a program', () => {
    const program: Program<PredictionMarket> = client(IDL)
    expect(program.methods).to.have.property('placeBet')
    expect(program.account).to.have.property('market')
  })

  it('documents every instruction with its arguments, every account, type, field and constant', () => {
    const undocumented: string[] = []
    const check = (name: string, docs: string[] | undefined, words: string[] = []) => {
      const text = docs?.join('\n') ?? ''
      if (text === '' || words.some((word) => !text.includes(`\`${word}\``))) undocumented.push(name)
    }
    for (const { name, docs, args, accounts } of json.instructions) {
      // Anchor takes no doc line on an argument, so that of its instruction names each.
      check(
        name,
        docs,
        args.map((arg) => arg.name),
      )
      for (const account of accounts) check(`${name}.${account.name}`, 'docs' in account ? account.docs : [])
    }
    for (const { name, docs, type } of json.types ?? []) {
      check(name, docs)
      const fields = type.kind === 'struct' ? (type.fields ?? []) : []
      for (const field of fields) {
        if (typeof field === 'object' && 'name' in field) check(`${name}.${field.name}`, field.docs)
      }
    }
    for (const { name, docs } of (json.constants ?? []) as { name: string; docs?: string[] }[])
      check(name, docs)
    expect(undocumented).to.deep.equal([])
  })

  it('is the module that its generator writes, as are its limits', () => {
    expect(read(OUTPUTS.module)).to.equal(idlModule(json))
    expect(read(OUTPUTS.limits)).to.equal(limitsModule(json))
  })

  it('escapes special characters in strings', () => {
    const strange = `it's "quoted" \\ and \`back\`\n\${x}`
    const idl: Idl = { ...json, errors: [{ code: 6000, name: 'TooMuch', msg: strange }] }
    const [, value] = /IDL_ERRORS = .*exactly\(([\s\S]*?)\)\n\n\/\*\*/.exec(idlModule(idl)) ?? []
    expect(new Function(`return ${value}`)()).to.deep.equal([{ code: 6000, name: 'tooMuch', msg: strange }])
  })
})

describe('the program id', () => {
  it('is the same in declare_id!, Anchor.toml, the IDL, the SDK, its Kit client and the keypairs', () => {
    const declared = /^declare_id!\("(\w+)"\);$/m.exec(read(`programs/${PROGRAM}/src/lib.rs`))?.[1]
    const configured = new RegExp(`^${PROGRAM} = "(\\w+)"$`, 'm').exec(read('Anchor.toml'))?.[1]
    expect(declared).to.be.a('string')
    const ids = {
      configured,
      json: json.address,
      module: IDL.address as string,
      sdk: PROGRAM_ID.toBase58(),
      kit: PREDICTION_MARKET_PROGRAM_ADDRESS as string,
      deploy: PUBLIC_PROGRAM_KEYPAIR.publicKey.toBase58(),
      keypair: Keypair.fromSecretKey(Uint8Array.from(JSON.parse(read(KEYPAIR_FILE)))).publicKey.toBase58(),
    }
    for (const [name, id] of Object.entries(ids)) expect(id, name).to.equal(declared)
  })

  it('has a committed keypair, which a build restores', () => {
    const folder = mkdtempSync(join(tmpdir(), 'keypair-'))
    writeKeypair(folder)
    expect(readFileSync(join(folder, KEYPAIR_FILE), 'utf8')).to.equal(read(KEYPAIR_FILE))
    rmSync(folder, { recursive: true })
  })
})

describe('the built program', () => {
  it('has the hashes that its record names', () => {
    const record = JSON.parse(read(OUTPUTS.record))
    for (const name of ['program', 'programV0'] as const)
      expect(record[name]).to.equal(sha256(readFileSync(join(ROOT, OUTPUTS[name]))))
  })

  it('is SBPF v3, and v0 beside it', () => {
    // The version is in the flags of the ELF header.
    const version = (path: string) => readFileSync(join(ROOT, path)).readUInt32LE(48)
    expect([version(OUTPUTS.program), version(OUTPUTS.programV0)]).to.deep.equal([3, 0])
  })
})
