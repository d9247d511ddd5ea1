import {
  type DirectoryPermission,
  directoryPermission,
  directoryPermissions,
  email as emailShape,
  limits,
  type PersonLine,
} from '../../../lib/contracts/index.ts'

export interface LineDraft {
  email: string
  personName: string | null
  name: string
  permissions: DirectoryPermission[]
  licenseId: string | null
}

export type Judgement = { line: number; email: string } & (
  | { outcome: 'new'; draft: LineDraft }
  | { outcome: 'present' }
  | { outcome: 'refused'; fault: string }
)

export interface Compared {
  /** The permissions of the caller. Nobody gives others (product 12.13). */
  own: readonly DirectoryPermission[]
  present: ReadonlySet<string>
  licences: readonly { id: string; product: string }[]
}

const usualSeat = 'Clinician'
const quoted = (text: string) => `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`

/** Judges each line of a list of people (product 12.109). A fault says what is wrong, and what to do. */
export function judgeLines(lines: readonly PersonLine[], compared: Compared): Judgement[] {
  const firstLines = new Map<string, number>()
  return lines.map((one) => {
    const { line } = one
    const email = one.email.trim().toLowerCase()
    const refusal = (fault: string): Judgement => ({ line, email, outcome: 'refused', fault })
    const draft = readLine(one, email, compared)
    if ('fault' in draft) return refusal(draft.fault)
    const first = firstLines.get(email)
    if (first !== undefined) return refusal(`${quoted(email)} is also in line ${first}. Delete one of the two lines.`)
    firstLines.set(email, line)
    return compared.present.has(email) ? { line, email, outcome: 'present' } : { line, email, outcome: 'new', draft }
  })
}

function readLine(one: PersonLine, email: string, { own, licences }: Compared): LineDraft | { fault: string } {
  if (email === '') return { fault: 'There is no email address. Write one into this line.' }
  if (!emailShape.safeParse(email).success)
    return { fault: `${quoted(email)} is not an email address. Write it like name@clinic.example.` }
  const personName = one.name?.trim() || null
  const name = one.seat?.trim() || usualSeat
  for (const text of [personName ?? '', name])
    if (text.length > limits.nameMax) return { fault: `A name has more than ${limits.nameMax} characters. Shorten it.` }
  const permissions: DirectoryPermission[] = []
  for (const text of one.permissions ?? []) {
    const permission = directoryPermission.safeParse(text.trim().toLowerCase())
    if (!permission.success)
      return { fault: `${quoted(text)} is not a permission. Use: ${directoryPermissions.join(', ')}.` }
    if (!own.includes(permission.data))
      return { fault: `You cannot give the permission ${permission.data}, because you do not have it yourself.` }
    if (!permissions.includes(permission.data)) permissions.push(permission.data)
  }
  const licenceText = one.licence?.trim().toLowerCase() ?? ''
  const fitting = licences.filter(({ id, product }) => id === licenceText || product.toLowerCase() === licenceText)
  if (licenceText !== '' && fitting.length === 0)
    return {
      fault: `The organisation has no active licence ${quoted(one.licence ?? '')}. Leave it empty for any licence.`,
    }
  if (fitting.length > 1)
    return { fault: `The organisation has several licences ${quoted(one.licence ?? '')}. Write the id of one of them.` }
  return { email, personName, name, permissions, licenseId: fitting[0]?.id ?? null }
}
