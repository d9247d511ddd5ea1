import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedWriter } from '../../server/generation/index.ts'
import { directories } from '../../server/store/schema/index.ts'
import { administrator, asking } from '../server/administrator.ts'
import { join, type newDirectory, newUser, type TestPerson } from '../server/directory.ts'
import { type Place, placeNames, type RuleName, ruleNames, startClinics } from './clinics.ts'

let clinics: Awaited<ReturnType<typeof startClinics>>
beforeAll(async () => {
  clinics = await startClinics()
})
afterAll(() => clinics.server.close())

const everything = { credits: true, consent: true, models: true, retention: true, hosts: true }
/** For each place: the rules of the clinic that hold there. */
const table: Record<Place, Record<RuleName, boolean>> = {
  'the clinic': everything,
  'no organisation': everything,
  'an own organisation': everything,
  'an own organisation with contrary rules': everything,
  // What is made in an organisation of several people belongs to them, so only their own rule deletes it.
  'another organisation without rules': { ...everything, retention: false },
  // A consent that is not required is no rule, and no organisation can pay with a setting.
  'another organisation with contrary rules': { ...everything, models: false, hosts: false, retention: false },
}
const cells = placeNames.flatMap((place) => ruleNames.map((name) => ({ place, name, isHeld: table[place][name] })))

describe('the rules of a clinic', () => {
  test.each(cells)('$name, for a member who works in $place: $isHeld', async ({ place, name, isHeld }) => {
    const { member, rule } = await clinics.memberIn(place, name)
    expect(await rule.holds(member)).toBe(isHeld)
    // The person reads whose rules hold. The licences that pay are listed by another call.
    const { organizations } = (await clinics.call(member)('GET /api/user/directories/rules')).body
    const isNamed = isHeld && place !== 'the clinic' && name !== 'credits'
    expect(organizations).toEqual(isNamed ? ['North Clinic'] : [])
  })

  test.each(cells.filter(({ place }) => place !== 'the clinic'))(
    '$name, if the clinic allows private work, for a member who works in $place: false',
    async ({ place, name }) => {
      const { member, rule } = await clinics.memberIn(place, name, { privateWork: true })
      expect(await rule.holds(member)).toBe(false)
    },
  )

  test.each(ruleNames)('%s, for a person who has no seat any more: false', async (name) => {
    const { clinic, member, rule } = await clinics.memberIn('no organisation', name)
    expect(
      (await clinics.call(member)(`DELETE /api/user/directories/invitations/leave/${clinic.directoryId}`)).status,
    ).toBe(200)
    expect(await rule.holds(member)).toBe(false)
  })
})

describe('the strictest rule', () => {
  /** A person without a chosen organisation, with a seat in each of these clinics. */
  async function memberOf(...seats: Awaited<ReturnType<typeof newDirectory>>[]): Promise<TestPerson> {
    const person = await newUser(clinics.server.url)
    for (const clinic of seats) await join(clinics.server.url, clinic, [], person)
    await clinics.choose(person, null)
    return person
  }

  test('of two clinics holds for each thing', async () => {
    const one = await clinics.newClinic({
      models: [3, 7],
      allowedHosts: ['*.ehr.example'],
      consent: { required: true, text: 'One.', version: 4 },
    })
    const two = await clinics.newClinic({
      models: [7, 9],
      allowedHosts: ['a.ehr.example'],
      consent: { required: true, text: 'Two.', version: 2 },
    })
    const { body } = await clinics.call(await memberOf(one, two))('GET /api/user/directories/rules')
    expect(body).toMatchObject({ models: [7], consent: { required: true, version: 4 } })
    expect(body.consent.text.split('\n\n').sort()).toEqual(['One.', 'Two.'])
    expect(body.allowedHosts.sort()).toEqual([['*.ehr.example'], ['a.ehr.example']])
  })

  test('of two clinics that allow no common model leaves only the built-in writer', async () => {
    const person = await memberOf(await clinics.newClinic({ models: [3] }), await clinics.newClinic({ models: [7] }))
    expect((await clinics.write(person)).status).toBe(201)
    expect(clinics.lastWriters()).toEqual([embeddedWriter.name, embeddedWriter.name])
  })

  test('deletes nothing that was made before the seat', async () => {
    const person = await newUser(clinics.server.url)
    const words = await clinics.keep(person)
    const clinic = await clinics.newClinic({ retentionDays: { transcripts: 30, outputs: 30 } })
    await join(clinics.server.url, clinic, [], person)
    await clinics.afterDays(400)
    expect(await clinics.statusOf(person, words)).toBe(200)
  })

  test('of one clinic deletes nothing that colleagues of another one own together', async () => {
    const { clinic, member } = await clinics.memberIn('an own organisation', 'retention')
    const own = (await clinics.call(member)('GET /api/user/directories')).body.items.find(
      ({ directoryId }: { directoryId: string }) => directoryId !== clinic.directoryId,
    )
    const words = await clinics.keep(member)
    await join(clinics.server.url, { directoryId: own.directoryId, owner: member })
    await clinics.afterDays(400)
    expect(await clinics.statusOf(member, words)).toBe(200)
  })
})

test('the credits of the clinic pay for work without it, until they are used', async () => {
  const clinic = await clinics.newClinic()
  await clinics.grant(clinic.directoryId, 1)
  const member = await join(clinics.server.url, clinic)
  await clinics.choose(member, null)
  expect((await clinics.write(member)).status).toBe(201)
  expect((await clinics.write(member)).status).toBe(402)
})

test('a licence of another clinic does not pay where a nearer licence is used up', async () => {
  const { clinic, member } = await clinics.memberIn('the clinic', 'credits')
  const rich = await clinics.newClinic()
  await clinics.grant(rich.directoryId, 5)
  await join(clinics.server.url, rich, [], member)
  await clinics.choose(member, clinic.directoryId)
  expect((await clinics.write(member)).status).toBe(402)
})

describe('people without a seat', () => {
  const seatless: Place[] = ['no organisation', 'an own organisation', 'an own organisation with contrary rules']

  test.each(seatless.flatMap((place) => ruleNames.map((name) => ({ place, name }))))(
    'have the rules of the organisation that an administrator has chosen: $name in $place',
    async ({ place, name }) => {
      const rule = clinics.rules[name]
      const clinic = await clinics.newClinic({ ...rule.settings, privateWork: true })
      if (rule.credits !== undefined) await clinics.grant(clinic.directoryId, rule.credits)
      const admin = asking(clinics.server, await administrator(clinics.server))
      const decide = async (forSeatless: boolean) => {
        const { body } = await admin(`POST /api/admin/directories/${clinic.directoryId}`, { forSeatless })
        expect(body.forSeatless).toBe(forSeatless)
      }
      const [person, member] = [
        await newUser(clinics.server.url),
        await join(clinics.server.url, await clinics.newClinic()),
      ]
      const earlier = await clinics.keep(person)
      await decide(true)
      try {
        await clinics.places[place](person, rule)
        expect(await rule.holds(person)).toBe(true)
        // Nobody else is touched: members of other organisations, and what was made before.
        expect(await rule.holds(member)).toBe(false)
        expect(await clinics.statusOf(person, earlier)).toBe(200)
      } finally {
        await decide(false)
      }
      expect(await rule.holds(person)).toBe(false)
    },
  )

  test('have the rules of one organisation only', async () => {
    const admin = asking(clinics.server, await administrator(clinics.server))
    const [one, two] = [await clinics.newClinic(), await clinics.newClinic()]
    await Promise.all(
      [one, two, one, two].map(({ directoryId }) =>
        admin(`POST /api/admin/directories/${directoryId}`, { forSeatless: true }),
      ),
    )
    const chosen = (await clinics.server.store.database.select().from(directories)).filter(
      (row) => row.seatlessSince !== null,
    )
    expect(chosen.length).toBe(1)
    await admin(`POST /api/admin/directories/${chosen[0]?.id}`, { forSeatless: false })
  })
})
