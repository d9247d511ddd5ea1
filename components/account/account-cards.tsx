import type { Client } from '../../lib/api/index.ts'
import { ActingCard } from './acting-card.tsx'
import { AlternativeEmailCard } from './alternative-email-card.tsx'
import { EmailCard } from './email-card.tsx'
import { OwnDataCard } from './own-data-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PhoneCard } from './phone-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'

interface AccountCardsProps {
  client: Pick<Client, 'call' | 'download'>
  /**
   * Called at each step of the email dialog. Returns a sentence that says why the email cannot be changed now, or null
   * if it can.
   */
  isEmailHeldUp?: () => Promise<string | null>
  onEmailChanged: (email: string) => void
  /**
   * Called after the server has ended the person's session, because the password was changed or the account deleted.
   */
  onSignedOut: () => void
}

export function AccountCards({
  client,
  isEmailHeldUp = async () => null,
  onEmailChanged,
  onSignedOut,
}: AccountCardsProps) {
  return (
    <>
      <EmailCard client={client} isHeldUp={isEmailHeldUp} onEmailChanged={onEmailChanged} />
      <AlternativeEmailCard client={client} />
      <PhoneCard client={client} />
      <PasswordCard client={client} onSignedOut={onSignedOut} />
      <SecondFactorCard client={client} />
      <ActingCard client={client} />
      <OwnDataCard client={client} onSignedOut={onSignedOut} />
    </>
  )
}
