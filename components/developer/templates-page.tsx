import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { resellerEndpoints } from '../../lib/contracts/endpoints/reseller.ts'
import type { CustomerTemplate } from '../../lib/contracts/index.ts'
import { limits } from '../../lib/contracts/limits.ts'
import { useAttemptKey } from '../attempt-key.ts'
import { useSharedPorts } from '../ports.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { dayWords } from '../ui/dates.ts'
import { EmptyFace, LoadingCards } from '../ui/faces.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { IconPlus, IconTemplate } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Records } from '../ui/records.tsx'
import { SmallButtons } from '../ui/small-buttons.tsx'
import { toast } from '../ui/toast.ts'
import { useChange } from '../ui/use-change.ts'
import { CustomerSelect } from './customer-select.tsx'
import { TemplateJson } from './template-json.tsx'
import { developerKey, useAccess } from './use-access.ts'

/** The editor is large, and is loaded when the first template is opened. */
const CustomerTemplateScreen = lazy(async () => ({
  default: (await import('./customer-template-screen.tsx')).CustomerTemplateScreen,
}))

const ownerOf = ({ customerIdentifier, userIdentifier }: CustomerTemplate) => ({
  customerIdentifier,
  ...(userIdentifier === undefined ? {} : { userIdentifier }),
})

export function TemplatesPage() {
  const [customer, setCustomer] = useState<string | null>(null)
  const [edited, setEdited] = useState<CustomerTemplate | null>(null)
  if (edited !== null)
    return (
      <Suspense fallback={<LoadingCards />}>
        <CustomerTemplateScreen template={edited} onBack={() => setEdited(null)} />
      </Suspense>
    )
  return <TemplateList customer={customer} onCustomer={setCustomer} onEdit={setEdited} />
}

interface TemplateListProps {
  customer: string | null
  onCustomer: (identifier: string | null) => void
  onEdit: (template: CustomerTemplate) => void
}

function TemplateList({ customer, onCustomer, onEdit }: TemplateListProps) {
  const { client } = useSharedPorts()
  const { accessId, may } = useAccess()
  const [isAdding, setAdding] = useState(false)
  const [viewedTemplate, setViewedTemplate] = useState<CustomerTemplate | null>(null)
  const [removing, setRemoving] = useState<CustomerTemplate | null>(null)
  const key = [...developerKey, 'templates', accessId]
  const remove = useChange(
    (template: CustomerTemplate) =>
      client.call(resellerEndpoints.removeResellerTemplate, {
        params: { accessId, identifier: template.id },
        query: ownerOf(template),
      }),
    { refreshes: key, said: 'The template was deleted.' },
  )
  const add =
    customer !== null && may('write') ? (
      <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
        Add a template
      </Button>
    ) : undefined
  return (
    <Page
      title="Templates"
      about="The templates of a customer and its users. Templates of the sandbox are not shown."
      action={add}
    >
      <CustomerSelect value={customer} onChange={onCustomer} />
      {customer === null ? (
        <EmptyFace icon={<IconTemplate size={24} />} title="No customer is chosen">
          Choose a customer to see its templates.
        </EmptyFace>
      ) : (
        <Records<CustomerTemplate>
          key={customer}
          label="Templates"
          searchLabel="Part of a name, group or identifier"
          queryKey={[...key, customer]}
          load={(query, signal) =>
            client.call(
              resellerEndpoints.listResellerTemplates,
              { params: { accessId, customerIdentifier: customer }, query },
              { signal },
            )
          }
          rowKey={({ id }) => id}
          columns={[
            { label: 'Name', show: ({ name }) => name },
            { label: 'Identifier', show: ({ templateIdentifier }) => templateIdentifier },
            { label: 'User', show: ({ userIdentifier }) => userIdentifier ?? 'All' },
            { label: 'Changed', oneLine: true, show: ({ updatedAt }) => dayWords(updatedAt) },
          ]}
          actions={(row) => (
            <SmallButtons
              wrap
              buttons={[
                ...(may('write') ? [{ label: 'Edit', name: `Edit ${row.name}`, onClick: () => onEdit(row) }] : []),
                { label: 'JSON', name: `JSON of ${row.name}`, onClick: () => setViewedTemplate(row) },
                ...(may('write')
                  ? [{ label: 'Delete', name: `Delete ${row.name}`, onClick: () => setRemoving(row) }]
                  : []),
              ]}
            />
          )}
          empty={{
            icon: <IconTemplate size={24} />,
            title: 'No template',
            text: 'This customer has no template yet. Your program can also save templates for this customer, with an API key.',
            action: add,
          }}
        />
      )}
      {isAdding && customer !== null && (
        <NewTemplateDialog
          customerIdentifier={customer}
          refreshes={key}
          onMade={onEdit}
          onClose={() => setAdding(false)}
        />
      )}
      {viewedTemplate && <TemplateJson template={viewedTemplate} onClose={() => setViewedTemplate(null)} />}
      <ConfirmDialog
        opened={removing !== null}
        title={`Delete ${removing?.name ?? ''}`}
        text="If you delete this template, requests that use it will be refused. Outputs that were already written with it are kept."
        confirmLabel="Delete"
        onConfirm={() => removing && remove.mutate(removing)}
        onClose={() => setRemoving(null)}
      />
    </Page>
  )
}

interface NewTemplateDialogProps {
  customerIdentifier: string
  refreshes: readonly unknown[]
  onMade: (template: CustomerTemplate) => void
  onClose: () => void
}

function NewTemplateDialog({ customerIdentifier, refreshes, onMade, onClose }: NewTemplateDialogProps) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const attempt = useAttemptKey()
  const { accessId } = useAccess()
  const [name, setName] = useState('')
  const [identifier, setIdentifier] = useState('')
  const [user, setUser] = useState('')

  async function save() {
    const body = {
      name: name.trim(),
      fields: [],
      customerIdentifier,
      ...(identifier.trim() === '' ? {} : { templateIdentifier: identifier.trim() }),
      ...(user.trim() === '' ? {} : { userIdentifier: user.trim() }),
    }
    const call = { params: { accessId }, body }
    const newTemplate = await client.call(resellerEndpoints.addResellerTemplate, call, {
      idempotencyKey: attempt.of(body),
    })
    toast('success', 'The template was added.')
    await queries.invalidateQueries({ queryKey: refreshes })
    onMade(newTemplate)
  }

  return (
    <FormDialog
      opened
      title={`Add a template for ${customerIdentifier}`}
      action="Add"
      ready={name.trim() !== ''}
      submit={save}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={limits.nameMax}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        withAsterisk={false}
      />
      <TextInput
        label="Identifier"
        description="The name that your requests use. If you leave this empty, the server makes an identifier."
        maxLength={limits.identifierMax}
        value={identifier}
        onChange={(event) => setIdentifier(event.currentTarget.value)}
      />
      <TextInput
        label="User"
        description="The identifier of one user of the customer. If you leave this empty, all users of the customer can read this template."
        maxLength={limits.identifierMax}
        value={user}
        onChange={(event) => setUser(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
