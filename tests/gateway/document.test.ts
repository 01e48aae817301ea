import { expect } from 'chai'
import { committedDocument, REST_COMMAND } from '../../tools/openapi/files.ts'
import { request, sharedGateway } from '../helpers/gateway/harness.ts'

describe('the OpenAPI document', () => {
  it('is the committed one, from which the REST client of the SDK is generated', async () => {
    const { gateway } = await sharedGateway()
    const { body } = await request(gateway.url, 'GET', '/v1/openapi.json')
    expect(body, `run \`${REST_COMMAND}\``).to.deep.equal(committedDocument())
  })
})
