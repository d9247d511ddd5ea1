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

/**
 * The files that changed since the last release: since the last tag or, if there is no tag, since the branch left
 * `main`. Changes that are not committed count. Paths are relative to the root of the repository.
 */
export function changedFiles(): string[] {
  const [tag] = git('describe', '--tags', '--abbrev=0')
  const [parting] = tag ? [tag] : [...git('merge-base', 'HEAD', 'main'), ...git('merge-base', 'HEAD', 'origin/main')]
  return [...git('diff', '--name-only', parting ?? 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
}
