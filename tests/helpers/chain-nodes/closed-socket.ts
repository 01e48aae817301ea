// A child process that closes a socket after the node's answer to a subscription has arrived and before web3.js handles
// it. It ends once nothing is open.

import { NodeSocket } from '../../../app/src/chain/socket.ts'

const [rpcUrl = '', wsUrl = ''] = process.argv.slice(2)
const socket = new NodeSocket({ rpcUrl, wsUrl }, () => {
  const { underlyingSocket } = (
    socket.connection as unknown as { _rpcWebSocket: { underlyingSocket: NodeJS.EventEmitter } }
  )._rpcWebSocket
  underlyingSocket.prependOnceListener('message', () => socket.close())
})
socket.connection.onSlotChange(() => {})
