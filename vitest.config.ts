import { defineConfig } from 'vitest/config'
import { compiled } from './tests/fakes/served.ts'
import { TestOrder } from './tests/test-order.ts'

/**
 * Polling assertions wait up to 30 s, because a busy machine is slow. A shorter timeout would fail although the product
 * is correct.
 */
const patient = { poll: { timeout: 30_000 } }

/** Pages in a browser, too. */
const setupFiles = ['tests/patient-pages.ts']

/**
 * Tests that write policies of the machine. Every browser obeys them, so nothing else runs at the same time.
 */
const withPolicies = ['policy', 'forced-install', 'firefox-policy'].map((name) => `tests/e2e/${name}.test.ts`)

/**
 * Tests that play a visit in real time, and recognise its speech on this machine. If the processor is busy, words are
 * lost, so these files have the machine alone.
 */
const inRealTime = ['main-job', 'firefox'].map((name) => `tests/e2e/${name}.test.ts`)

export default defineConfig({
  test: {
    sequence: { sequencer: TestOrder },
    projects: [
      {
        test: {
          name: 'unit',
          // Pure tests share their loaded modules. Loading them again for each file would take longer than the tests.
          isolate: false,
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 60_000,
          include: [
            'lib/**/*.test.ts',
            'components/**/*.test.{ts,tsx}',
            'entrypoints/**/*.test.ts',
            'server/**/*.test.ts',
            'tests/house/**/*.test.ts',
            'tests/generation/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          // Separate from the unit tests, because it takes a minute.
          name: 'regexes',
          include: ['tests/regexes/**/*.test.ts', 'tests/attacks/hostile-text/*.test.ts'],
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'server',
          // The files share their loaded modules. Loading the server again for each file would take a third of the time.
          isolate: false,
          env: compiled,
          // A note that another server takes over, or a file that is read, takes long on a busy machine.
          expect: { poll: { timeout: 120_000 } },
          include: ['tests/server/**/*.test.ts', 'tests/attacks/*.test.ts'],
          globalSetup: ['tests/server/setup.ts'],
          // The tests wait half of their time: two workers use one of two cores.
          maxWorkers: 3,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'pages',
          setupFiles,
          isolate: false,
          expect: patient,
          include: ['tests/ehr-pages/**/*.test.ts'],
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'screens',
          setupFiles,
          isolate: false,
          expect: patient,
          include: ['tests/screens/**/*.test.ts'],
          globalSetup: ['tests/screens/setup.ts'],
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'portal',
          setupFiles,
          isolate: false,
          expect: patient,
          include: ['tests/portal/**/*.test.ts', 'tests/attacks/in-page/*.test.ts'],
          globalSetup: ['tests/server/setup.ts', 'tests/portal/setup.ts'],
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'sound',
          setupFiles,
          expect: patient,
          include: ['tests/audio/**/*.test.ts', 'tests/recording/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // Recording fails if the processor is busy, so these files do not run in parallel.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e',
          setupFiles,
          expect: patient,
          include: ['tests/e2e/**/*.test.ts', 'tests/attacks/in-browser/**/*.test.ts'],
          exclude: [...withPolicies, ...inRealTime],
          globalSetup: ['tests/e2e/setup.ts'],
          maxWorkers: 2,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'visits',
          setupFiles,
          expect: patient,
          include: inRealTime,
          globalSetup: ['tests/e2e/setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'fuzz',
          env: compiled,
          include: ['tests/fuzz/**/*.test.ts'],
          globalSetup: ['tests/server/setup.ts', 'tests/e2e/setup.ts', 'tests/portal/setup.ts'],
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'policies',
          setupFiles,
          expect: patient,
          include: withPolicies,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
