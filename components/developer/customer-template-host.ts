import { useMemo, useState } from 'react'
import { resellerEndpoints } from '../../lib/contracts/endpoints/reseller.ts'
import type { CustomerTemplate, Layout } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { useExamples } from '../recording/examples.ts'
import type { TemplateDraftPort, UnsavedTemplate } from '../template/draft-port.ts'
import type { EditorHost, EditorProperties } from '../template/editor-properties.ts'
import { createLayoutSaver } from '../template/layout-saver.ts'
import { toast } from '../ui/toast.ts'
import { useAccess } from './use-access.ts'

/**
 * The properties of a customer's template that can be edited. Generating fields is not offered, because the server
 * would count it as use of the signed-in person, and not of the developer organisation.
 */
export const customerTemplateProperties: EditorProperties = [
  'id',
  'name',
  'group',
  'edit-group',
  'save',
  'instructions',
  'language',
  'add',
  'field-id',
  'options',
  'examples',
  'format',
  'omit-names',
  'temperature',
]

/** Converts a customer's template to a layout, because the template editor works on layouts. */
export function layoutOf(template: CustomerTemplate): Layout {
  const {
    id,
    templateIdentifier: _,
    customerIdentifier: _customer,
    userIdentifier: _user,
    test: _test,
    ...rest
  } = template
  return { ...rest, _id: id, source: 'other', editors: [], status: 'ready' }
}

/**
 * Returns the functions with which the template editor saves and tries this customer's template. They call endpoints
 * for members of a developer organisation.
 */
export function useCustomerTemplateHost(template: CustomerTemplate, onSaved: (layout: Layout) => void): EditorHost {
  const { client } = useSharedPorts()
  const { accessId } = useAccess()
  const examples = useExamples()
  const { id, customerIdentifier, userIdentifier } = template
  const [saver] = useState(() =>
    createLayoutSaver(
      layoutOf(template),
      async ({ version }, { source: _source, form: _form, ...draft }) => {
        const owner = { customerIdentifier, ...(userIdentifier === undefined ? {} : { userIdentifier }) }
        const savedTemplate = await client.call(resellerEndpoints.changeResellerTemplate, {
          params: { accessId, identifier: id },
          body: { ...draft, ...owner, version },
        })
        return layoutOf(savedTemplate)
      },
      onSaved,
    ),
  )
  return useMemo<EditorHost>(
    () => ({
      async generateExample(body, signal) {
        const call = { params: { accessId }, body }
        return (await client.call(resellerEndpoints.generateResellerExample, call, { signal })).results
      },
      save: saver.save,
      changeGroup: saver.changeGroup,
      onError: (message) => void toast('error', message),
      exampleSessions: examples.data ?? [],
    }),
    [client, accessId, saver, examples.data],
  )
}

/**
 * The unsaved changes of templates. The key consists of the email of the signed-in person and the id of the template.
 * The changes are kept in memory, so that they survive when the person opens another page of the portal.
 */
const unsaved = new Map<string, UnsavedTemplate>()

/** The unsaved changes of one person in one template. */
export const customerTemplateDraft = (email: string, templateId: string): TemplateDraftPort => {
  const key = `${email} ${templateId}`
  return {
    load: async () => unsaved.get(key) ?? null,
    save: async (changes) => void unsaved.set(key, changes),
    clear: async () => void unsaved.delete(key),
  }
}
