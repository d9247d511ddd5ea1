import { Button, Group, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { limits } from '../../lib/contracts/limits.ts'

interface RewriteFormProps {
  label: string
  writing: boolean
  onRewrite: (instruction: string) => void
  onClose: () => void
}

export function RewriteForm({ label, writing, onRewrite, onClose }: RewriteFormProps) {
  const [words, setWords] = useState('')
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // When the menu that opened this form closes, it returns the focus to its own button. The timer then moves the
    // focus into this form.
    const timer = setTimeout(() => box.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  return (
    <form
      aria-label={`Rewrite ${label}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (words.trim()) onRewrite(words.trim())
      }}
    >
      <TextInput
        label="How should this field change?"
        placeholder="For example: write the dose first"
        maxLength={limits.instructionsMax}
        ref={box}
        disabled={writing}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button size="sm" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button size="sm" type="submit" loading={writing} disabled={words.trim() === ''}>
          Rewrite
        </Button>
      </Group>
    </form>
  )
}
