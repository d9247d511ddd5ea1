import { Button, FileInput, Group, Stack, Table, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { directoryEndpoints } from '../../lib/contracts/endpoints/directories.ts'
import type { PeopleAnswer } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { CopyText } from '../ui/copy-text.tsx'
import { LoadingCards } from '../ui/faces.tsx'
import { sentenceOf } from '../ui/failure.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { saveBlob } from '../ui/save-blob.ts'
import { Tag } from '../ui/tag.tsx'
import { toast } from '../ui/toast.ts'
import classes from './people-dialog.module.css'
import { exampleFile, readPeopleFile } from './people-file.ts'
import { addedWords, countPeople, outcomeWords } from './people-words.ts'
import { useDirectory } from './use-directory.ts'

interface PeopleDialogProps {
  /** Key of the lists that are loaded again. */
  refreshes: readonly unknown[]
  onClose: () => void
}

export function PeopleDialog({ refreshes, onClose }: PeopleDialogProps) {
  const { client } = useSharedPorts()
  const queries = useQueryClient()
  const { directoryId } = useDirectory()
  const preview = useMutation({
    mutationFn: async (file: File) => {
      const peopleFile = await readPeopleFile(new Uint8Array(await file.arrayBuffer()))
      const body = { people: peopleFile.people, dryRun: true }
      return {
        ...peopleFile,
        answer: await client.call(directoryEndpoints.addPeople, { params: { directoryId }, body }),
      }
    },
  })
  const { data } = preview
  const number = data === undefined ? 0 : countPeople(data.answer, 'new')

  async function add() {
    const body = { people: data?.people ?? [], dryRun: false }
    const answer = await client.call(directoryEndpoints.addPeople, { params: { directoryId }, body })
    await queries.invalidateQueries({ queryKey: refreshes })
    toast('success', addedWords(answer))
  }

  return (
    <FormDialog
      opened
      size="lg"
      title="Add people with a file"
      action={number === 0 ? 'Add' : number === 1 ? 'Add 1 person' : `Add ${number} people`}
      ready={number > 0}
      submit={add}
      onClose={onClose}
    >
      <Text>
        Save a list from your spreadsheet as CSV. The first line names the columns: email, name, seat, permissions and
        licence. Only email is necessary.
      </Text>
      <Group>
        <Button
          variant="default"
          size="sm"
          onClick={() => saveBlob('people.csv', new Blob([exampleFile], { type: 'text/csv' }))}
        >
          Download an example
        </Button>
      </Group>
      <FileInput
        label="File with the people"
        placeholder="Choose a CSV file"
        accept=".csv,.tsv,.txt,text/csv"
        data-autofocus
        onChange={(file) => (file === null ? preview.reset() : preview.mutate(file))}
      />
      {preview.error && (
        <Notice tone="bad" urgent>
          {sentenceOf(preview.error)}
        </Notice>
      )}
      {preview.isPending && <LoadingCards count={2} height={48} />}
      {data && <Preview answer={data.answer} ignored={data.ignored} />}
    </FormDialog>
  )
}

function Preview({ answer, ignored }: { answer: PeopleAnswer; ignored: string[] }) {
  const refusedLines = answer.lines.filter(({ outcome }) => outcome === 'refused')
  const others = answer.lines.filter(({ outcome }) => outcome !== 'refused')
  return (
    <Stack gap="sm">
      <Text role="status">
        New: {countPeople(answer, 'new')}. Here already, stay as they are: {countPeople(answer, 'present')}. With a
        fault: {refusedLines.length}.
      </Text>
      {ignored.length > 0 && <Text c="dimmed">These columns are not read: {ignored.join(', ')}.</Text>}
      {refusedLines.length > 0 && (
        <Notice tone="look">
          Lines with a fault are not added. Correct them in the file and choose it again, now or later: nobody is added
          twice.
          <Group mt="xs">
            <CopyText
              size="sm"
              label="Copy the faults"
              text={refusedLines.map(({ line, email, fault }) => `Line ${line}: ${email}: ${fault}`).join('\n')}
            />
          </Group>
        </Notice>
      )}
      {answer.mail === 'none' && (
        <Notice tone="look">
          This server sends no emails. After you have added the people, copy a link for each of them from the list.
        </Notice>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll this region */}
      <section className={classes.lines} tabIndex={0} aria-label="Lines of the file">
        <Table verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Line</Table.Th>
              <Table.Th scope="col">Person</Table.Th>
              <Table.Th scope="col">What happens</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...refusedLines, ...others].map(({ line, email, outcome, fault }) => (
              <Table.Tr key={line}>
                <Table.Td>{line}</Table.Td>
                <Table.Td className={classes.person}>{email || 'No email'}</Table.Td>
                <Table.Td>
                  {fault ?? <Tag tone={outcomeWords[outcome].tone}>{outcomeWords[outcome].label}</Tag>}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Stack>
  )
}
