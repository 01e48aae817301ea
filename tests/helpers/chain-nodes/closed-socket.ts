import { NodeSocket } from '../../../app/src/chain/socket.ts'

// Closes a socket when the node's answer to a subscription has come and web3.js does not know of it yet. Run as a
// process of its own, which ends once nothing is open any more.
const [rpcUrl = '', wsUrl = ''] = process.argv.slice(2)
const socket = new NodeSocket({ rpcUrl, wsUrl }, () => {
  const { underlyingSocket } = (
    socket.connection as unknown as { _rpcWebSocket: { underlyingSocket: NodeJS.EventEmitter } }
  )._rpcWebSocket
  underlyingSocket.prependOnceListener('message', () => socket.close())
})
socket.connection.onSlotChange(() => {})
