import { build, type InlineConfig } from 'vite'

/**
 * Runs Vite without a file of settings, and with the code of React that users get. By itself, a build that a test starts
 * would contain React's development code, which takes about three times as long, because tests set `NODE_ENV`. Builds must
 * not overlap.
 */
export async function buildForProduction(config: InlineConfig): ReturnType<typeof build> {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    return await build({ configFile: false, logLevel: 'error', mode: 'production', ...config })
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}
