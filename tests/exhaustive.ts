/**
 * The exhaustive suites. Each one is listed with the files or folders that it is about: `npm test` runs a suite in full
 * only if one of them changed; `npm test -- --all` runs every suite in full. Otherwise, a part of each suite runs.
 */
export const exhaustiveSuites = {
  benchmarks: ['scripts', 'tests/bench', 'tests/fakes'],
  'changed forms': ['components/report', 'lib/page', 'tests/ehr-pages'],
  'clinic day': ['lib/api', 'server/auth', 'server/services/sign-in', 'server/transcription/connection-limits.ts'],
  'failures of models': ['server/generation', 'server/providers/language'],
  'faults of webhooks': ['server/effects', 'server/services/webhooks'],
  fonts: ['lib/page', 'tests/ehr-pages'],
  fuzz: ['embed', 'lib/browser', 'lib/contracts', 'lib/page', 'server/routes', 'tests/fuzz'],
  'hostile files': ['server/providers/reading', 'server/services/transcript-files'],
  'hostile sockets': ['server/transcription'],
  'hostile text': [
    'lib/contracts',
    'lib/template',
    'server/generation',
    'server/providers',
    'server/services/transcripts',
    'server/transcription',
  ],
  'kills during a recording': ['lib/transcript', 'server/services/transcripts', 'server/store', 'server/transcription'],
  'looks of screens': ['components', 'portal', 'embed', 'entrypoints', 'tests/screens/harness'],
  'many rows': ['server/authority', 'server/services', 'server/store'],
  navigation: ['lib/page', 'tests/ehr-pages'],
  'note texts': ['components/editor'],
  packages: [
    'deploy',
    'entrypoints',
    'package.json',
    'scripts/build-server.ts',
    'scripts/package',
    'scripts/production-packages.ts',
    'wxt.config.ts',
  ],
  processes: [
    'scripts/admin.ts',
    'scripts/serve.ts',
    'server/main.ts',
    'server/services/generation-job',
    'server/services/jobs',
    'server/store',
  ],
  'programs of developers': ['components/developer', 'docs/api', 'lib/contracts', 'server/routes'],
  races: ['server/services/invitations.ts', 'server/services/licenses'],
  'regular expressions': ['components', 'entrypoints', 'lib', 'server'],
  'repeated scans': ['lib/page', 'tests/ehr-pages'],
  'sending a recording': ['lib/transcript'],
  'several servers': [
    'server/services/access',
    'server/services/generation-job',
    'server/services/idempotency.ts',
    'server/services/jobs',
    'server/services/licenses',
    'server/services/platform',
    'server/store',
  ],
  sound: ['lib/audio'],
  speech: ['assets/demo', 'server/providers/speech'],
  'widget libraries': ['lib/page', 'tests/ehr-pages/libraries'],
  'written notes': ['lib/template', 'server/generation', 'tests/generation'],
} as const satisfies Record<string, readonly string[]>

export type ExhaustiveSuite = keyof typeof exhaustiveSuites

/** The variable with the names of the suites that run in full, separated by commas. `scripts/test.ts` sets it. */
export const exhaustiveVariable = 'EXHAUSTIVE_SUITES'

const inFull = new Set(process.env[exhaustiveVariable]?.split(','))

/** True if this run includes the whole suite. */
export const isExhaustive = (suite: ExhaustiveSuite): boolean => inFull.has(suite)

/** How many random cases a property test draws: all in a run of the whole suite, otherwise a quarter of them. */
export const casesOf = (suite: ExhaustiveSuite, all: number): number => (isExhaustive(suite) ? all : Math.ceil(all / 4))

export const suitesInFull = Object.keys(exhaustiveSuites) as ExhaustiveSuite[]

/** The suites that are about at least one of the files. */
export const suitesAbout = (files: readonly string[]): ExhaustiveSuite[] =>
  suitesInFull.filter((suite) =>
    exhaustiveSuites[suite].some((place) => files.some((file) => file === place || file.startsWith(`${place}/`))),
  )

/** The items of a suite that this run tries: all of them, or every fourth. */
export const partOf = <Item>(suite: ExhaustiveSuite, items: readonly Item[]): readonly Item[] =>
  isExhaustive(suite) ? items : items.filter((_item, at) => at % 4 === 0)
