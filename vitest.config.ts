import { defineConfig } from 'vitest/config'

/** What is waited for comes when it comes: a busy machine is slow, not wrong. */
const patient = { poll: { timeout: 30_000 } }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Pure tests share one set of loaded modules: loading them anew for each file took longer than running it.
          isolate: false,
          testTimeout: 60_000,
          include: [
            'lib/**/*.test.ts',
            'components/**/*.test.{ts,tsx}',
            'server/**/*.test.ts',
            'tests/house/**/*.test.ts',
            'tests/generation/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          // Apart from the unit tests: it takes a minute.
          name: 'regexes',
          include: ['tests/regexes/**/*.test.ts'],
          testTimeout: 600_000,
        },
      },
      {
        test: {
          name: 'server',
          expect: patient,
          include: ['tests/server/**/*.test.ts', 'tests/attacks/*.test.ts'],
          globalSetup: ['tests/server/setup.ts'],
          // Half of their time is waiting: by itself Vitest leaves a machine of two cores with one worker.
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'pages',
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
          name: 'sound',
          expect: patient,
          include: ['tests/audio/**/*.test.ts', 'tests/recording/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // What is heard depends on a processor that is free to listen.
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e',
          expect: patient,
          include: ['tests/e2e/**/*.test.ts', 'tests/attacks/in-browser/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
