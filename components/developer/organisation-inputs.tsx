import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AccessOrganizationDraft } from '../../lib/contracts/index.ts'

/** What a person types into `OrganisationInputs`. */
interface TypedOrganisation {
  name: string
  website: string
  contactEmail: string
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/**
 * Holds the texts that the person types. `organization` contains these texts as a request sends them: without spaces at
 * the beginning and end, and with null for an empty website or contact email.
 */
export function useOrganisationInputs(initial?: AccessOrganizationDraft) {
  const [inputs, setInputs] = useState<TypedOrganisation>({
    name: initial?.name ?? '',
    website: initial?.website ?? '',
    contactEmail: initial?.contactEmail ?? '',
  })
  const organization: AccessOrganizationDraft = {
    name: inputs.name.trim(),
    website: orNull(inputs.website),
    contactEmail: orNull(inputs.contactEmail),
  }
  return { inputs, setInputs, organization, isReady: organization.name !== '' }
}

export function OrganisationInputs({
  inputs,
  setInputs,
}: Pick<ReturnType<typeof useOrganisationInputs>, 'inputs' | 'setInputs'>) {
  const input = (key: keyof TypedOrganisation) => ({
    value: inputs[key],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      setInputs((oldInputs) => ({ ...oldInputs, [key]: value })),
  })
  return (
    <>
      <TextInput label="Name" data-autofocus required withAsterisk={false} {...input('name')} />
      <TextInput label="Website" type="url" placeholder="https://company.example" {...input('website')} />
      <TextInput label="Contact email" type="email" autoComplete="off" {...input('contactEmail')} />
    </>
  )
}
