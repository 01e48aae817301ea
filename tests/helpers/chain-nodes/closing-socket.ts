// A child process that subscribes on a closing socket, and reports whether it can subscribe again on the next one. A
// failure here blocks the event loop, so it needs its own process.

import { once } from 'node:events'
import { NodeSocket } from '../../../app/src/chain/socket.ts'

const [rpcUrl = '', wsUrl = ''] = process.argv.slice(2)
let opened = 0
const socket = new NodeSocket({ rpcUrl, wsUrl }, () => {
  opened += 1
  if (opened > 1) return
  const { underlyingSocket } = (
    socket.connection as unknown as { _rpcWebSocket: { underlyingSocket: { terminate(): void } } }
  )._rpcWebSocket
  underlyingSocket.terminate()
  socket.connection.onRootChange(() => {})
})
const slots = new EventTarget()
socket.connection.onSlotChange(() => slots.dispatchEvent(new Event('slot')))
while (opened < 2) await once(slots, 'slot')
console.log('It lives.')
process.exit()
