// `npm test`: every promise, in about 20 minutes. `npm test -- --all`: the exhaustive suites too (`tests/exhaustive.ts`).
// Runs `verify`, then the tests of server, pages and screens, sound, and the main job end to end in a real browser. If a
// stage fails, the next ones still run. Otherwise one failure would hide the next.
import { parseArgs } from 'node:util'
import { exhaustiveVariable, suitesAbout, suitesInFull } from '../tests/exhaustive.ts'
import { built } from './builds.ts'
import { changedFiles } from './changed-files.ts'
import { findBrowser } from './find-browser.ts'
import { runRows, runStage, runSteps, type Step, summarise } from './steps.ts'
import { verify } from './verify-steps.ts'

const { all } = parseArgs({ options: { all: { type: 'boolean', default: false } } }).values
const inFull = all ? suitesInFull : suitesAbout(changedFiles())
process.env[exhaustiveVariable] = inFull.join()
console.log(
  all
    ? 'Every suite runs in full.'
    : `Suites that run in full, because their code changed: ${inFull.join(', ') || 'none'}. All: npm test -- --all`,
)
const prepare = (part: 'system' | 'packages', what: string): Step => [
  `set-up: ${what}`,
  'node',
  'scripts/prepare.ts',
  part,
]
// Installing waits for the network for much of its time, so other work runs beside it.
const verified = await Promise.all([
  verify(),
  runSteps([
    prepare('system', 'browsers, fonts, speech engine, pooler, language data, sound'),
    prepare('packages', 'editors, widget libraries, API tools'),
  ]),
])
const builtParts = await runStage('builds of extension, portal and embedded parts', async () => {
  process.env.CHROME_PATH = await findBrowser()
  await built('extension')
  await built('portal')
  await built('embed')
  return { passed: true }
})
const project = (...names: string[]) => ['vitest', 'run', ...names.flatMap((name) => ['--project', name])] as const
const server: Step = ['server tests', ...project('server')]
const portal: Step = ['portal', ...project('portal')]
const sound: Step = ['sound', ...project('sound')]
const visits: Step = ['visits in real time', ...project('visits')]
const browsers: Step = ['the extension in the browser', ...project('e2e')]
const screens: Step = ['pages and screens', ...project('pages', 'screens')]
const fuzzing: Step = ['random input', ...project('fuzz')]
const expressions: Step = ['regular expressions', ...project('regexes')]
// Every browser obeys these policies, so no other browser runs now.
const beforeServers = await runRows([['policies of the machine', ...project('policies')]], [expressions])
// Two stages run at the same time where one waits for much of its time: for sound, or for a server. In full, the tests of
// the server kill it under load and compare its times, and visits in real time lose words on a busy machine, so these
// stages have the machine alone.
const testResults = all
  ? [
      ...(await runSteps([server])),
      ...(await runRows([sound], [fuzzing])),
      ...(await runSteps([visits])),
      ...(await runRows([browsers], [portal])),
      ...(await runSteps([screens])),
    ]
  : await runRows([server, portal], [sound, visits, browsers, fuzzing, screens])
process.exitCode = summarise([...verified.flat(), builtParts, ...beforeServers, ...testResults])
