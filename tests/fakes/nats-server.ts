import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'

const startWithinMs = 30_000

/** Starts a real NATS server on a port, which asks for the user `chartside` with the password `secret`. */
export async function startNats(port: number): Promise<{ kill(): Promise<void> }> {
  const options = ['--addr', '127.0.0.1', '--port', String(port), '--user', 'chartside', '--pass', 'secret']
  const child = spawn('nats-server', options, { stdio: 'ignore' })
  const failed = new Promise<never>((_, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`nats-server ended with ${code}.`)))
  })
  failed.catch(() => {})
  const until = Date.now() + startWithinMs
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(
        () => true,
        () => false,
      ),
      failed,
    ])
    socket.destroy()
    if (isOpen) break
    if (Date.now() > until) throw new Error('nats-server does not listen.')
    await setTimeout(50)
  }
  return {
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
