import { connect, createServer, type Server, type Socket } from 'node:net'
import { listen } from '../../../app/src/runtime/serve.ts'

/** Passes connections on to a port, or to several in turn. It can be cut: then it takes connections and passes nothing. */
export class Wire {
  readonly #sockets = new Set<Socket>()
  #isCut = false
  #turn = 0

  private constructor(
    readonly port: number,
    private readonly server: Server,
  ) {}

  static async open(...targets: readonly number[]): Promise<Wire> {
    const server = createServer((socket) => wire.#join(socket, targets))
    const port = await listen(server, { host: '127.0.0.1', port: 0, purpose: 'wire', setting: 'none' })
    const wire = new Wire(port, server)
    return wire
  }

  /** Passes nothing on any more, in either direction, and closes nothing: both ends wait. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.unpipe().pause()
  }

  /** Passes new connections on; those of before the cut are lost. */
  mend(): void {
    this.#isCut = false
    for (const socket of this.#sockets) socket.destroy()
  }

  close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    return new Promise((resolve) => {
      this.server.close(() => resolve())
    })
  }

  #join(near: Socket, targets: readonly number[]): void {
    this.#add(near)
    if (this.#isCut) {
      near.pause()
      return
    }
    const far = connect(targets[this.#turn++ % targets.length] as number, '127.0.0.1')
    this.#add(far)
    near.pipe(far)
    far.pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  }

  #add(socket: Socket): void {
    this.#sockets.add(socket)
    // The close reaches the other end.
    socket.on('error', () => {})
    socket.once('close', () => this.#sockets.delete(socket))
  }
}
