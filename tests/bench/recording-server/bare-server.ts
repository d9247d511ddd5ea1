import { type WebSocket, WebSocketServer } from 'ws'

/** Number of chunks of 128 ms in about one second. */
const answerEvery = 8

/**
 * The smallest possible server, for comparison: receives audio, discards it, and answers once a second. Prints its port
 * when it listens.
 */
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
server.on('connection', (socket: WebSocket) => {
  let chunks = 0
  socket.on('message', (_, isBinary) => {
    if (!isBinary) socket.send('{"type":"ready"}')
    else if (chunks++ % answerEvery === 0) socket.send(`{"type":"duration","duration":${chunks * 0.128}}`)
  })
})
server.on('listening', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
