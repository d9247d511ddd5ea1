import { Problem } from '../problem.ts'

let common: Promise<ReadonlySet<string>> | undefined

const loadCommon = (): Promise<ReadonlySet<string>> => {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return common
}

/**
 * Words that attackers try for this product and its users (product 12.8). The list of common passwords lacks some of
 * them.
 */
const ownWords = new Set(
  'chartside clinic clinician doctor hospital medical nurse patient psychiatry psychology therapist therapy kipu credible advancedmd'.split(
    ' ',
  ),
)

const sentence =
  'Many people use this password, so it is easy to guess. Choose another password, for example four words that are not related.'

/**
 * Throws `invalid_request` for a password that attackers try first. These are common passwords and `ownWords` (even with
 * digits or signs before or after them), passwords of at most three different characters, and the email address. `path`
 * is the path of the password in the request.
 */
export async function refuseCommonPassword(password: string, email: string, path = 'body.password'): Promise<void> {
  const lower = password.toLowerCase()
  const letters = [...lower.matchAll(/\p{L}/gu)]
  const [first, last] = [letters.at(0), letters.at(-1)]
  const core = first && last ? lower.slice(first.index, last.index + last[0].length) : ''
  const list = await loadCommon()
  const isGuessable =
    list.has(lower) ||
    list.has(core) ||
    ownWords.has(core) ||
    new Set(lower).size <= 3 ||
    lower === email.trim().toLowerCase()
  if (isGuessable) throw new Problem('invalid_request', sentence, [{ path, message: sentence }])
}
