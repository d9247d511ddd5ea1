import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * What one process of a reader may have: heap, and all memory that it can write to. RLIMIT_AS does not work: V8 and
 * WebAssembly reserve tens of gigabytes of addresses that they never use. RLIMIT_DATA counts what is writable, buffers and
 * WebAssembly included; an idle Node counts 500 MB there.
 */
const heapMaxMb = 768
const dataMaxMb = 1536
/** Where the system sets no limit, the process watches its own memory and ends itself. */
const watchedMaxMb = 1024

let known: boolean | null = null
/** Whether `prlimit` of util-linux is installed. */
function hasPrlimit(): boolean {
  known ??= spawnSync('prlimit', ['--version'], { stdio: 'ignore', env: {} }).status === 0
  return known
}

/**
 * Starts one of our files in a Node process of its own, with a limit on memory and on processor seconds. It talks over
 * `send` and `message`, inherits no settings and no secrets, and prints nothing: parsers print what they read. Where the
 * system cannot set the limit, the file is given the megabytes as an argument, and watches them itself.
 */
export function startLimited(file: URL, { cpuSeconds }: { cpuSeconds: number }): ChildProcess {
  const isLimited = hasPrlimit()
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMaxMb}`,
    fileURLToPath(file),
    ...(isLimited ? [] : [String(watchedMaxMb)]),
  ]
  const limits = [`--data=${dataMaxMb * 1024 * 1024}`, '--core=0', `--cpu=${cpuSeconds}`]
  const [command = '', ...args] = isLimited ? ['prlimit', ...limits, '--', ...node] : node
  return spawn(command, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: {},
  })
}
