/** The members of a list by a key. */
export function grouped<Member>(members: readonly Member[], keyOf: (member: Member) => string) {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const key = keyOf(member);
    const group = groups.get(key);
    if (group) group.push(member);
    else groups.set(key, [member]);
  }
  return groups;
}
