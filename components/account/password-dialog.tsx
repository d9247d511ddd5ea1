import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type { Client, CodeStep } from '../../lib/api/index.ts'
import { hasEmailAddress } from '../../lib/contracts/account.ts'
import { useSharedPorts } from '../ports.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { toast } from '../ui/toast.ts'
import { CodeField, digitsOf } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'
import { useGrouped } from './phone/use-grouped.ts'
import { useAccountOf } from './use-account.ts'
import { identitiesKey, useHasPassword } from './use-identities.ts'

type PasswordDialogProps = ComponentProps<typeof FormDialog> & { client: Pick<Client, 'call'> }

/**
 * A form that asks for the password of the person. A person who has no password gets another form instead, which sets a
 * password.
 */
export function PasswordDialog({ client, ...form }: PasswordDialogProps) {
  const hasPassword = useHasPassword(client)
  if (hasPassword) return <FormDialog {...form} />
  return <ChoosePassword client={client} opened={form.opened} onClose={form.onClose} />
}

/**
 * Sets the first password of an account. The person must enter a code that the server sends, as for a forgotten
 * password (product 12.8).
 */
function ChoosePassword({ client, opened, onClose }: Pick<PasswordDialogProps, 'client' | 'opened' | 'onClose'>) {
  const { account } = useSharedPorts()
  const queries = useQueryClient()
  const { data } = useAccountOf(client)
  const [step, setStep] = useState<CodeStep | null>(null)
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const forget = () => {
    setStep(null)
    setCode('')
    setPassword('')
    onClose()
  }
  const close = () => {
    // The person has closed the dialog. Cancel the code that was sent, so that nobody can use it later.
    if (step !== null) account.cancel(step)
    forget()
  }
  const byMail = data === undefined || hasEmailAddress(data)
  const phone = useGrouped(byMail ? '' : data.email)
  const place = byMail ? data?.email : phone

  async function submit() {
    if (data === undefined) return 'stay'
    if (step === null) {
      setStep(await account.forgotPassword(byMail ? { email: data.email } : { phone: data.email }))
      return 'stay'
    }
    await account.enterCode(step, { code: digitsOf(code), password })
    toast('success', 'Your password was set.')
    forget()
    await queries.invalidateQueries({ queryKey: identitiesKey })
  }

  return (
    <FormDialog
      opened={opened}
      title="Set a password"
      action={step === null ? 'Send a code' : 'Set password'}
      ready={step === null ? data !== undefined : digitsOf(code).length === 6 && password !== ''}
      submit={submit}
      onClose={close}
    >
      {step === null ? (
        <Text style={{ overflowWrap: 'anywhere' }}>
          Your account has no password yet. You need one to change how you sign in, or to delete your account. To set a
          password, you need a code. Chartside sends the code to {place}.
        </Text>
      ) : (
        <>
          <Text style={{ overflowWrap: 'anywhere' }}>
            A message with a code is on its way to {place}. The code is valid for 10 minutes. Setting the password signs
            you out on every other device.
          </Text>
          <CodeField value={code} onChange={setCode} />
          <PasswordField label="New password" isNew value={password} onChange={setPassword} />
        </>
      )}
    </FormDialog>
  )
}
