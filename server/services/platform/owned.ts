/** Says to whom a row belongs, for the answers of the developer API. */
export const ownedIn = (
  { test }: { test: boolean },
  { customerIdentifier, userIdentifier }: { customerIdentifier: string; userIdentifier: string | null },
) => ({ customerIdentifier, ...(userIdentifier === null ? {} : { userIdentifier }), test })
