import { execFileSync } from 'node:child_process'
import { root } from './set-up.mjs'

const git = (...args: string[]): string[] => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter((line) => line !== '')
  } catch {
    // A folder without history, or a name that this clone does not have.
    return []
  }
}

const partingFromMain = () => [...git('merge-base', 'HEAD', 'main'), ...git('merge-base', 'HEAD', 'origin/main')][0]

/** Changes that are not committed count. Paths are relative to the root of the repository. */
const changedSince = (commit = 'HEAD'): string[] => [
  ...git('diff', '--name-only', commit),
  ...git('ls-files', '--others', '--exclude-standard'),
]

/** The files that changed since the last tag or, if there is no tag, since the branch left `main`. */
export const changedFiles = (): string[] =>
  changedSince(git('describe', '--tags', '--abbrev=0')[0] ?? partingFromMain())

export const changedSinceMain = (): string[] => changedSince(partingFromMain())
