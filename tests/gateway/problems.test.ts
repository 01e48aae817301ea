import { expect } from 'chai'
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
