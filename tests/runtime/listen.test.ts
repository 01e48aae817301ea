import { expect } from 'chai'
import { reachableHost } from '../../app/src/runtime/listen.ts'

describe('the host that a server listens on', () => {
  for (const [host, reachable] of [
    ['127.0.0.1', '127.0.0.1'],
    ['localhost', 'localhost'],
    ['0.0.0.0', '127.0.0.1'],
    ['::', '127.0.0.1'],
    ['::1', '[::1]'],
  ] as const) {
    it(`is reached as ${reachable} where it is ${host}`, () => {
      expect(reachableHost(host)).to.equal(reachable)
      expect(new URL(`http://${reachableHost(host)}:8080`).port).to.equal('8080')
    })
  }
})
