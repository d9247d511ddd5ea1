import { Checkbox, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminEndpoints } from '../../lib/contracts/endpoints/admin.ts'
import type { AdministeredUserSummary } from '../../lib/contracts/index.ts'
import { PasswordField } from '../account/password-field.tsx'
import { useAttemptKey } from '../attempt-key.ts'
import { useSharedPorts } from '../ports.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { toast } from '../ui/toast.ts'

export const usersKey = ['admin', 'users'] as const

interface UserDialogProps {
  /** Null: a new user. */
  user: AdministeredUserSummary | null
  onClose: () => void
}

export function UserDialog({ user, onClose }: UserDialogProps) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const attempt = useAttemptKey()
  const [email, setEmail] = useState(user?.email ?? '')
  const [name, setName] = useState(user?.name ?? '')
  const [admin, setAdmin] = useState(user?.admin ?? false)
  const [disabled, setDisabled] = useState(user?.disabled ?? false)
  const [password, setPassword] = useState('')
  const [passwordEdits, setPasswordEdits] = useState(0)
  const [resetting, setResetting] = useState(false)
  const details = useQuery({
    queryKey: [...usersKey, user?.userId],
    queryFn: ({ signal }) =>
      client.call(adminEndpoints.getUser, { params: { userId: user?.userId ?? '' } }, { signal }),
    enabled: user !== null,
  })
  const { twoFactor, alternativeEmail, phone } = details.data ?? {}
  const contacts = [...(alternativeEmail ? [alternativeEmail] : []), ...(phone ? [phone] : [])]

  async function save() {
    const inputs = { admin, ...(password === '' ? {} : { password }) }
    if (user === null) {
      const body = { ...inputs, email: email.trim(), ...(name.trim() === '' ? {} : { name: name.trim() }) }
      // `attempt` keeps the request in memory, so it must not get the password. It gets the number of password edits
      // instead. A request with a changed password then gets a new idempotency key.
      const idempotencyKey = attempt.of({ ...body, password: passwordEdits })
      await client.call(adminEndpoints.addUser, { body }, { idempotencyKey })
    } else {
      const changes = { ...inputs, disabled, name: name.trim() === '' ? null : name.trim() }
      const body = { ...changes, ...(resetting ? { resetSecondFactor: true as const } : {}) }
      await client.call(adminEndpoints.changeUser, { params: { userId: user.userId }, body })
    }
    toast('success', user === null ? 'The user was added.' : 'The user was saved.')
    await queries.invalidateQueries({ queryKey: usersKey })
  }

  return (
    <FormDialog
      opened
      title={user === null ? 'Add a user' : `Edit ${user.email}`}
      action={user === null ? 'Add' : 'Save'}
      ready={email.trim() !== ''}
      submit={save}
      onClose={onClose}
    >
      {user === null && (
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          required
          withAsterisk={false}
        />
      )}
      {contacts.length > 0 && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          You can also reach this person at {contacts.join(' and ')}.
        </Text>
      )}
      <TextInput
        label="Name"
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <PasswordField
        label={
          user === null
            ? 'Password, if the person will sign in with a password'
            : 'New password, if you want to change it'
        }
        isNew
        optional
        value={password}
        onChange={(text) => {
          setPassword(text)
          setPasswordEdits(passwordEdits + 1)
        }}
      />
      <Checkbox
        label="Administrator of Chartside"
        description="This person may manage every organisation and act as other people."
        checked={admin}
        onChange={(event) => setAdmin(event.currentTarget.checked)}
      />
      {(twoFactor?.email || twoFactor?.phone) && (
        <Checkbox
          label="Turn off two-step sign-in"
          description={`The sign-in codes of this person are sent to the ${twoFactor.phone ? 'phone' : 'email'}. If you turn the codes off, the person is signed out everywhere and gets an email. First make sure that this person really asked you to do this.`}
          checked={resetting}
          onChange={(event) => setResetting(event.currentTarget.checked)}
        />
      )}
      {user !== null && (
        <Checkbox
          label="Disabled"
          description="The person is signed out everywhere immediately and cannot sign in."
          checked={disabled}
          onChange={(event) => setDisabled(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
