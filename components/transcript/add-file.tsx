import { Button, Checkbox, FileInput, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { transcriptFileEndpoints } from '../../lib/contracts/endpoints/transcript-files.ts'
import type { Transcript } from '../../lib/contracts/index.ts'
import { limits } from '../../lib/contracts/limits.ts'
import type { PagePatient } from '../../lib/page/shapes.ts'
import { useAttemptKey } from '../attempt-key.ts'
import { usePorts } from '../ports.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { IconUpload } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { acceptedFiles, fileForm, whyNotSent } from './file-words.ts'
import { transcriptsKey } from './transcript-words.ts'

interface AddFileProps {
  /** The patient of the open chart. The clinician decides whether the transcript is assigned to this patient. */
  open: PagePatient | null
  /** The language that is spoken in an audio file, as a language code (product 14.1). */
  language: string
  onAdded: (transcript: Transcript) => void
  onClose: () => void
}

export function AddFile({ open: openPatient, language, onAdded, onClose }: AddFileProps) {
  const { client } = usePorts()
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [title, setTitle] = useState('')
  const [theirs, setTheirs] = useState(true)
  const life = useRef(new AbortController())
  const attempt = useAttemptKey()
  const number = openPatient?.identifier ?? ''
  const unsent = file && whyNotSent(file)

  const send = useMutation({
    mutationFn: (upload: File) => {
      const patientId = theirs ? number : ''
      const patientName = theirs && number ? (openPatient?.name ?? '') : ''
      const body = fileForm(upload, { title, patientId, patientName, language })
      const { name, size, lastModified } = upload
      const idempotencyKey = attempt.of([name, size, lastModified, title, patientId, patientName, language])
      const options = { signal: life.current.signal, idempotencyKey }
      return client.call(transcriptFileEndpoints.submitTranscriptFile, { body }, options)
    },
    onSuccess: (transcript) => {
      attempt.done()
      queries.setQueryData(['transcripts', transcript.id], transcript)
      void queries.invalidateQueries({ queryKey: transcriptsKey })
      onAdded(transcript)
    },
  })

  function close() {
    life.current.abort()
    onClose()
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (file && !unsent && !send.isPending) send.mutate(file)
  }

  return (
    // While the file is being sent, a click beside the dialog must not close it, because closing cancels the sending.
    <Dialog opened onClose={close} closeOnClickOutside={!send.isPending} title="Add a file">
      <form onSubmit={submit}>
        <Stack>
          <FileInput
            label="File"
            description="Text, Word (.docx), PDF, a picture or a sound file."
            placeholder="Choose a file"
            leftSection={<IconUpload size={16} aria-hidden />}
            accept={acceptedFiles}
            clearable
            disabled={send.isPending}
            value={file}
            onChange={(newFile) => {
              setFile(newFile)
              send.reset()
            }}
            clearButtonProps={{ 'aria-label': 'Remove the file' }}
            error={unsent}
          />
          <TextInput
            label="Title (optional)"
            autoComplete="off"
            maxLength={limits.nameMax}
            disabled={send.isPending}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          {openPatient && number && (
            <Checkbox
              checked={theirs}
              disabled={send.isPending}
              onChange={(event) => setTheirs(event.currentTarget.checked)}
              label={`This file is about ${openPatient.name}`}
              description={`Chart ${number}. Tick this box if the text of the file is to be used only for this patient’s notes.`}
            />
          )}
          <Text size="xs" c="dimmed">
            The server reads the file. It keeps the text, but not the file.
          </Text>
          {send.isPending && (
            <Text size="xs" role="status">
              Sending the file. A large file takes a while.
            </Text>
          )}
          {send.isError && (
            <Notice tone="bad" title="The file was not added" urgent>
              {sentenceOf(send.error)}
            </Notice>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={!file || unsent !== null} loading={send.isPending}>
              Add the file
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
