import type { SocketOptions } from '../../lib/transcript/socket/socket.ts'

/** The start message that a client sends first on a socket, for one channel and a take that the server stores. */
export const socketStart: SocketOptions['start'] = {
  authorization: '',
  language: 'en',
  diarize: true,
  encoding: 'linear16',
  sampleRate: 16_000,
  channels: 1,
  skipSave: false,
  flags: [],
}
