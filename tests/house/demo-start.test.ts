import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { portProblem } from '../../scripts/demo/port.mjs'
import { showProgress } from '../../scripts/demo/progress.ts'
import { root } from '../../scripts/set-up.mjs'

const host = '127.0.0.1'

/** Runs `work` while another program listens on a port. */
async function withTakenPort<Result>(work: (port: number) => Promise<Result>): Promise<Result> {
  const other = createServer().listen(0, host)
  await once(other, 'listening')
  try {
    return await work((other.address() as AddressInfo).port)
  } finally {
    other.close()
  }
}

/** Runs `npm start` with these arguments until it ends. */
async function start(...args: string[]) {
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, out, err }
}

test('npm start on a taken port does nothing but say which other port to choose', async () => {
  const { code, out, err, port } = await withTakenPort(async (port) => ({
    ...(await start('--port', `${port}`)),
    port,
  }))
  expect({ code, out }).toEqual({ code: 1, out: '' })
  const [, next] =
    /^Port \d+ is taken by another program\. Choose another one: npm start -- --port (\d+)\n$/.exec(err) ?? []
  expect(err).toContain(`Port ${port} `)
  expect(Number(next)).toBeGreaterThan(port)
})

test('the port that is proposed can be used', async () => {
  await withTakenPort(async (port) => {
    const next = /--port (\d+)$/.exec((await portProblem(`${port}`, host)) ?? '')?.[1]
    expect(await portProblem(next, host)).toBeNull()
  })
})

test.each(['', 'abc', '-1', '65536', '80.5', true])('%j is no port', async (given) => {
  expect(await portProblem(given, host)).toBe('--port must be a number up to 65535, such as: npm start -- --port 8787')
})

test('npm start names an option that it does not know', async () => {
  expect(await start('--port', '0', '--prot', '8788')).toEqual({ code: 1, out: '', err: "Unknown option '--prot'\n" })
})

/** A progress whose clock is set by hand, and what it has written. */
function recorded(isTTY: boolean) {
  const written: string[] = []
  const clock = { ms: 0 }
  const output = { isTTY, write: (text: string) => written.push(text) }
  return { clock, written, progress: showProgress(output, () => clock.ms) }
}

test('a step is shown when it begins, and with its duration when it is done', async () => {
  const { clock, written, progress } = recorded(false)
  clock.ms = 1_000
  const work = async () => {
    clock.ms = 5_500
    return 8787
  }
  expect(await progress.step('Starting the server', work, (port) => `The server listens on ${port}`)).toBe(8787)
  expect(written.join('')).toBe('   1.0 s  … Starting the server\n   5.5 s  ✓ The server listens on 8787 (4.5 s)\n')
})

test('in a terminal, one line shows all running steps, and finished steps stay above it', async () => {
  const { clock, written, progress } = recorded(true)
  const first = Promise.withResolvers<void>()
  const steps = [
    progress.step(
      'Building',
      () => first.promise,
      () => 'Built',
    ),
    progress.step(
      'Starting',
      async () => {},
      () => 'Started',
    ),
  ]
  expect(written.at(-1)).toContain('… Building (0 s), Starting (0 s)')
  await steps[1]
  clock.ms = 2_000
  first.resolve()
  await steps[0]
  progress.close()
  // What a terminal shows: an erased line is gone.
  const shown = written
    .join('')
    .split('\n')
    .map((line) => line.split('\x1b[2K').at(-1))
  expect(shown).toEqual(['   0.0 s  ✓ Started (0.0 s)', '   2.0 s  ✓ Built (2.0 s)', ''])
})

test('a step that fails is named in the error, and nothing is shown after the end', async () => {
  const { written, progress } = recorded(false)
  const refuse = async () => {
    throw new Error('Nobody is there.')
  }
  await expect(progress.step('Opening', refuse, () => 'Open')).rejects.toThrow('Opening failed. Nobody is there.')
  progress.close()
  progress.say('✓ Too late')
  expect(written).toEqual(['   0.0 s  … Opening\n'])
})
