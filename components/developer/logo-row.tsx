import { Button, FileButton, Group, Image, Text } from '@mantine/core'
import { accessEndpoints } from '../../lib/contracts/endpoints/access.ts'
import { type AccessOrganizationDetails, logoMaxBytes, logoTypes } from '../../lib/contracts/index.ts'
import { useSharedPorts } from '../ports.tsx'
import { toast } from '../ui/toast.ts'
import { useChange } from '../ui/use-change.ts'
import { developerKey, useAccess } from './use-access.ts'

export function LogoRow({ access: { accessId, logo, organization } }: { access: AccessOrganizationDetails }) {
  const { client } = useSharedPorts()
  const { may } = useAccess()
  const save = useChange(
    (logoBase64: string | null) =>
      client.call(accessEndpoints.changeLogo, { params: { accessId }, body: { logoBase64 } }),
    { refreshes: developerKey, said: 'The logo was saved.' },
  )
  async function choose(file: File | null) {
    if (file === null) return
    if (file.size > logoMaxBytes) return toast('error', 'The logo is larger than 256 KB. Choose a smaller picture.')
    save.mutate(await dataAddressOf(file))
  }
  return (
    <Group gap="sm">
      {logo === undefined ? (
        <Text c="dimmed">No logo.</Text>
      ) : (
        <Image src={logo} alt={`Logo of ${organization.name}`} h={48} w="auto" maw={160} fit="contain" />
      )}
      {may('write') && (
        <>
          <FileButton accept={logoTypes.join(',')} onChange={(file) => void choose(file)}>
            {(props) => (
              <Button {...props} size="sm" variant="default" loading={save.isPending}>
                {logo === undefined ? 'Add a logo' : 'Replace the logo'}
              </Button>
            )}
          </FileButton>
          {logo !== undefined && (
            <Button size="sm" variant="default" disabled={save.isPending} onClick={() => save.mutate(null)}>
              Remove the logo
            </Button>
          )}
        </>
      )}
    </Group>
  )
}

const dataAddressOf = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read. Choose another file.'))
    reader.readAsDataURL(file)
  })
