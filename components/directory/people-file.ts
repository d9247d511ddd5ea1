import { type DirectoryPermission, directoryPermissions, type PersonLine } from '../../lib/contracts/directory.ts'
import { limits } from '../../lib/contracts/limits.ts'
import { permissionWords } from './permission-words.ts'

type ColumnName = Exclude<keyof PersonLine, 'line'>

/** The names by which each column is known, in lower case. */
const columnNames: Record<ColumnName, readonly string[]> = {
  email: ['email', 'e-mail', 'mail', 'email address', 'e-mail address'],
  name: ['name', 'full name', 'display name'],
  seat: ['seat', 'role'],
  permissions: ['permissions', 'permission'],
  licence: ['licence', 'license'],
}

/** A file to begin with, as the page offers it. */
export const exampleFile = `email,name,seat,permissions,licence
ana.ruiz@clinic.example,Ana Ruiz,Clinician,,
ben.okafor@clinic.example,Ben Okafor,Office,"roles.manage, audit.read",
`

/** The lines of a file, and the columns of which nothing is read. */
export interface PeopleFile {
  people: PersonLine[]
  ignored: string[]
}

/**
 * Reads a list of people from a file of a spreadsheet: separated by commas, semicolons or tabs, in UTF-8, UTF-16 or
 * Windows-1252. Throws an Error with a sentence for the person.
 */
export async function readPeopleFile(bytes: Uint8Array): Promise<PeopleFile> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new Error('This file is a workbook. Open it, choose “Save as”, and choose CSV. Then choose the new file.')
  const { default: Papa } = await import('papaparse')
  const { data, errors } = Papa.parse<string[]>(decode(bytes), { delimitersToGuess: [',', ';', '\t'] })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken !== undefined)
    throw new Error(
      `A quotation mark in line ${(broken.row ?? 0) + 1} has no partner. Delete it, or add the other one.`,
    )
  const [head = [], ...rows] = data
  const places = Object.fromEntries(
    Object.entries(columnNames).map(([column, names]) => [
      column,
      head.findIndex((title) => names.includes(title.trim().toLowerCase())),
    ]),
  ) as Record<ColumnName, number>
  if (places.email < 0)
    throw new Error('The first line must name the columns, and one of them must be “email”. Add this line to the file.')
  const people = rows.flatMap((cells, index) => {
    if (cells.every((cell) => cell.trim() === '')) return []
    const cellOf = (column: ColumnName) => (cells[places[column]] ?? '').trim().slice(0, 500)
    return [
      {
        line: index + 2,
        email: cellOf('email'),
        name: cellOf('name'),
        seat: cellOf('seat'),
        licence: cellOf('licence'),
        permissions: permissionsIn(cellOf('permissions')),
      },
    ]
  })
  if (people.length === 0) throw new Error('The file has no people. Write one person in each line below the first one.')
  if (people.length > limits.peopleMax)
    throw new Error(
      `The file has ${people.length} people. At most ${limits.peopleMax} can be added at once. Make several files.`,
    )
  const knownPlaces = new Set(Object.values(places))
  const ignored = head.filter((title, place) => !knownPlaces.has(place) && title.trim() !== '')
  return { people, ignored }
}

/** Decodes the text of a file. Excel writes Windows-1252, UTF-8 or UTF-16, and marks only the last two. */
function decode(bytes: Uint8Array): string {
  const startsWith = (...mark: number[]) => mark.every((byte, place) => bytes[place] === byte)
  if (startsWith(0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const byLabel = new Map<string, DirectoryPermission>(
  directoryPermissions.map((permission) => [permissionWords[permission].label.toLowerCase(), permission]),
)

/** The permissions of a cell. The words of the portal stand for them, too. Unknown words stay: the server names them. */
const permissionsIn = (cell: string): string[] =>
  cell
    .split(/[,;|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => byLabel.get(part.toLowerCase()) ?? part)
