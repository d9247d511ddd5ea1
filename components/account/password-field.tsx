import { PasswordInput } from '@mantine/core'

interface PasswordFieldProps {
  label: string
  /**
   * True if the person chooses a new password. The input then shows the minimum length, and the browser may suggest a
   * password. False if the person types the current password.
   */
  isNew: boolean
  /** True if the password may stay empty. Otherwise the browser does not submit the form until a password is typed. */
  optional?: boolean
  /** True if this input gets the focus when the dialog around it opens. */
  isFirst?: boolean
  value: string
  onChange: (value: string) => void
}

export function PasswordField({
  label,
  isNew,
  optional = false,
  isFirst = false,
  value,
  onChange,
}: PasswordFieldProps) {
  return (
    <PasswordInput
      label={label}
      data-autofocus={isFirst || undefined}
      description={isNew ? 'At least 10 characters.' : undefined}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0, 'aria-hidden': false }}
      required={!optional}
      withAsterisk={false}
    />
  )
}
