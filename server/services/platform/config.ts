import { asc, eq } from 'drizzle-orm'
import { limits } from '../../../lib/contracts/index.ts'
import { bindingOf, type Customer } from '../../authority/index.ts'
import { Problem } from '../../problem.ts'
import { accessOrganizations, models } from '../../store/schema/index.ts'
import { logoOf, organizationOf } from '../access/organization.ts'
import type { Context } from '../index.ts'
import { transcriptMaxOf } from '../transcript-files/words.ts'

export async function getConfig({ database, speech }: Context, customer: Customer) {
  const { accessId, test, scope } = customer
  const [row] = await database.select().from(accessOrganizations).where(eq(accessOrganizations.id, accessId))
  if (row === undefined) throw new Problem('not_found')
  const { slot, name } = models
  const { fieldsMax, identifierMax } = limits
  const { name: organization, website } = organizationOf(row)
  return {
    accessId,
    organization: { name: organization, ...(website === undefined ? {} : { website }) },
    ...logoOf(row),
    languages: speech.engine === null ? ['en'] : [...speech.engine.languages],
    models: test ? [] : await database.select({ slot, name }).from(models).orderBy(asc(slot)),
    limits: { transcriptMax: transcriptMaxOf({ test }), fieldsMax, identifierMax },
    features: { files: true, sound: speech.engine !== null && !test, test },
    scope,
    binding: bindingOf(customer),
  }
}
