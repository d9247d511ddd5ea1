import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'

/** Removes everything except digits from a typed code. A complete code has 6 digits. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '')

interface CodeFieldProps {
  value: string
  onChange: (value: string) => void
}

/**
 * The input for the 6 digits of a code. It takes the focus when it appears, because the input that had the focus before
 * has disappeared.
 */
export function CodeField({ value, onChange }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <TextInput
      ref={input}
      label="Code"
      description="6 digits."
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={20}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      required
      withAsterisk={false}
    />
  )
}
