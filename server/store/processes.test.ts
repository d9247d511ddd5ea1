import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test, vi } from 'vitest'
import { isAlive } from './processes.ts'

test.skipIf(process.platform !== 'linux')(
  'a process that has ended does not count as running, even if its parent has not reaped it',
  async () => {
    // The shell starts a process and then replaces itself by `sleep`, which never reads the exit code of its child. So
    // the child remains as a zombie.
    const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      const [line] = await once(createInterface({ input: parent.stdout }), 'line')
      await vi.waitUntil(() => !isAlive(Number(line)), { timeout: 30_000 })
      expect(() => process.kill(Number(line), 0)).not.toThrow()
      expect(isAlive(parent.pid ?? 0)).toBe(true)
    } finally {
      parent.kill('SIGKILL')
    }
  },
)

test('this process counts as running, and an unused id does not', () => {
  expect(isAlive(process.pid)).toBe(true)
  expect(isAlive(2 ** 22 + 7)).toBe(false)
})
