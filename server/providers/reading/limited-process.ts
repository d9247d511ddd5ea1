import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Memory limits of one reader process in MB: for the V8 heap, and for all writable memory. RLIMIT_AS cannot be used,
 * because V8 and WebAssembly reserve tens of gigabytes of address space that they never use. RLIMIT_DATA counts
 * writable memory, including buffers and WebAssembly; an idle Node process has 500 MB of it.
 */
const heapMaxMb = 768
const dataMaxMb = 1536
/** Memory limit in MB for systems without `prlimit`. There, the process watches its own memory and kills itself. */
const watchedMaxMb = 1024

let cachedResult: boolean | null = null
function hasPrlimit(): boolean {
  cachedResult ??= spawnSync('prlimit', ['--version'], { stdio: 'ignore', env: {} }).status === 0
  return cachedResult
}

/**
 * Starts one of our files in a separate Node process with a limit on memory and CPU time. The process communicates
 * through `send` and `message`. It gets no environment variables, because they contain secrets. Its output is
 * discarded, because parsers print parts of the file. If `prlimit` is missing, the process gets the memory limit in MB
 * as an argument and must watch its memory itself.
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
