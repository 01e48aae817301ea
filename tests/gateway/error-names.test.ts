import { LangErrorCode } from '@coral-xyz/anchor'
import * as sdk from '@prediction-market/sdk'
import * as accounts from '@prediction-market/sdk/accounts'
import { IDL_ERRORS } from '@prediction-market/sdk/idl'
import * as pyth from '@prediction-market/sdk/oracle/pyth'
import * as proof from '@prediction-market/sdk/proof'
import * as rest from '@prediction-market/sdk/rest'
import * as rules from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import { ApiError, nameOfStatus } from '../../app/src/gateway/http/errors/api-error.ts'
import { toApiError } from '../../app/src/gateway/http/errors/chain-errors.ts'
import {
  ERRORS,
  type ErrorName,
  errorNames,
  GATEWAY_ERRORS,
  SDK_ERRORS,
} from '../../app/src/gateway/http/errors/names.ts'
import { guardedApp, send } from '../helpers/gateway/guarded-app.ts'
import { request, sharedGateway } from '../helpers/gateway/harness.ts'

const PROBLEM = 'application/problem+json'

describe('errors as problem details', () => {
  it('are for clients that ask for them', async () => {
    const guarded = await guardedApp({})
    for (const accept of [PROBLEM, `application/json, ${PROBLEM};q=0.9`]) {
      const answer = await send(guarded, { path: '/nowhere', headers: { accept } })
      expect(answer.headers.get('content-type')).to.equal(PROBLEM)
      const requestId = answer.headers.get('x-request-id')
      expect(await answer.json()).to.deep.equal({
        type: 'urn:prediction-market:error:NotFound',
        title: 'Not Found',
        status: 404,
        detail: 'Route not found: GET /nowhere',
        code: 'NotFound',
        instance: `urn:request:${requestId}`,
      })
    }
    for (const accept of ['application/json', '*/*']) {
      const answer = await send(guarded, { path: '/nowhere', headers: { accept } })
      expect(await answer.json()).to.deep.equal({ error: 'Route not found: GET /nowhere' })
    }
  })

  it('name the error as X-Error-Code does, and are documented', async () => {
    const { gateway } = await sharedGateway()
    const headers = { accept: PROBLEM }
    const path = `/v1/markets/market_${'1'.repeat(31)}2/result`
    const answer = await request(gateway.url, 'GET', path, { headers })
    expect(answer.status, answer.text).to.equal(401)
    const { status, title, code, detail } = JSON.parse(answer.text)
    expect({ status, title, code }).to.deep.equal({
      status: 401,
      title: 'Unauthorized',
      code: 'Unauthorized',
    })
    expect(detail).to.include('Sign the request with a wallet')
    const body = { feed: 'SOL/USD', price: '1', wrong: true }
    const refused = await request(gateway.url, 'POST', '/v1/localnet/prices', { body, headers })
    expect(JSON.parse(refused.text)).to.include({
      status: 400,
      type: 'urn:prediction-market:error:InvalidInput',
      code: 'InvalidInput',
    })
  })
})

/** Errors of the SDK that no gateway answers with, and why. */
const ONLY_IN_SDK: Record<string, string> = {
  AccountData: 'the gateway reads accounts by itself, and leaves out what it cannot read',
  Hermes: 'prices that cannot be read refuse nothing',
  HermesBusy: 'as above',
  FeedRefused: 'has the name as its code',
  NotDecidable: 'no route decides a market',
  PredictionMarket: 'the root of the others',
  Program: 'has the name of the error of the program',
  Rest: 'has the name in X-Error-Code as its code',
  Signing: 'wallets sign, not the gateway',
  UnknownFeed: 'a condition with such a feed is InvalidInput',
  UnknownVersion: 'has the name of the error of the program',
}

/** The names of the classes of errors that modules export, without "Error". */
function errorClasses(...modules: object[]): string[] {
  const names = modules
    .flatMap((module) => Object.entries(module))
    .flatMap(([name, value]) => {
      const isError = typeof value === 'function' && value.prototype instanceof sdk.PredictionMarketError
      return isError || value === sdk.PredictionMarketError ? [name.replace(/Error$/, '')] : []
    })
  return [...new Set(names)].sort()
}

const program = IDL_ERRORS.map(({ name }) => name.charAt(0).toUpperCase() + name.slice(1))

describe('the names of errors', () => {
  it('are those of the SDK, of the program and of the gateway, one meaning each', () => {
    const all = [...Object.keys(GATEWAY_ERRORS), ...Object.keys(SDK_ERRORS), ...program]
    expect(all.length).to.equal(new Set(all).size)
    expect(Object.keys(errorNames())).to.have.members(all)
    const ofAnchor = Object.keys(LangErrorCode)
    expect(all.filter((name) => ofAnchor.includes(name))).to.deep.equal([])
  })

  it('are the same in the SDK and over REST', () => {
    const classes = errorClasses(sdk, accounts, proof, pyth, rest, rules)
    const codes = ['FeedClosed', 'FeedStale', 'FeedUncertain']
    const named = classes.filter((name) => !(name in ONLY_IN_SDK))
    const ofPrograms = ['InsufficientFunds', 'UnknownProgramError']
    expect(Object.keys(SDK_ERRORS)).to.have.members([...named, ...codes, ...ofPrograms])
    expect(Object.keys(ONLY_IN_SDK).filter((name) => !classes.includes(name))).to.deep.equal([])
  })

  it('are given to an error of which only the status is known', () => {
    const named: Record<number, string> = {
      401: 'Unauthorized',
      404: 'NotFound',
      405: 'InvalidInput',
      422: 'IdempotencyKeyReused',
      429: 'RateLimited',
      500: 'InternalError',
      503: 'Unavailable',
      418: 'InvalidInput',
      507: 'InternalError',
    }
    for (const [status, name] of Object.entries(named)) {
      expect(nameOfStatus(Number(status)), status).to.equal(name)
    }
  })

  it('are given to every error of the SDK and of the program, with the status in the table', () => {
    const failed = (reason: string) => new sdk.TransactionFailedError(reason, [])
    const wallet = 'So11111111111111111111111111111111111111112'
    const refused = (name: string) =>
      new sdk.ProgramError({ name, message: name, code: 6_000, logs: [], program: null })
    const errors: [Error, string][] = [
      [new sdk.InvalidInputError('amount', 'is wrong'), 'InvalidInput'],
      [new sdk.AccountNotFoundError('market', wallet), 'AccountNotFound'],
      [new sdk.TransactionExpiredError('signature'), 'TransactionExpired'],
      [new sdk.TransactionUnconfirmedError('signature'), 'TransactionUnconfirmed'],
      [failed('ComputationalBudgetExceeded'), 'TransactionFailed'],
      [failed('BlockhashNotFound'), 'TransactionExpired'],
      [failed('InsufficientFundsForFee'), 'NoSol'],
      [refused('AccountNotInitialized'), 'NoTokenAccount'],
      [refused('InsufficientFunds'), 'InsufficientFunds'],
      [refused('UnknownProgramError'), 'UnknownProgramError'],
      [new Error('No RPC node answers'), 'Unavailable'],
      ...program.map((name): [Error, string] => [refused(name), name]),
      ...(['FeedClosed', 'FeedStale', 'FeedUncertain'] as const).map((code): [Error, string] => [
        new rules.FeedRefusedError({ code, message: code }),
        code,
      ]),
    ]
    for (const [error, name] of errors) {
      const answer = toApiError(error)
      expect(answer).to.be.instanceOf(ApiError)
      const { headers, status } = answer as ApiError
      expect([headers['x-error-code'], status]).to.deep.equal([name, ERRORS[name as ErrorName][0]])
    }
  })
})
