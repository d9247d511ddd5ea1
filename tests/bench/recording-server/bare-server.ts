import { WebSocketServer } from 'ws'

/** The least there can be: takes sound, throws it away, answers what is asked. Prints its port when it listens. */
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
server.on('connection', (socket) => {
  socket.on('message', (_, isBinary) => {
    if (!isBinary) socket.send('{"type":"pong"}')
  })
})
server.on('listening', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
