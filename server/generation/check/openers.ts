/** Given names that, at the beginning of a sentence, are rarely another word. */
const givenNames = new Set(
  `aaron abby abdul abigail adam adrian ahmed aisha alan albert alejandra alejandro alex alexander alexandra alexis alice alicia alison allison alyssa amanda
  amber amelia amina amir amy ana anders andre andrea andreas andrew angela angelica anita ann anna anne annie anthony antonio april ariana arjun arthur ashley audrey
  austin ava barbara beatrice ben benjamin bernard beth bethany betty beverly bianca blake bob bonnie bradley brandon brenda brian brianna bridget brittany brooke
  bruce bryan caleb camila cameron carla carlos carmen carol carolina caroline carrie catherine cecilia charles charlotte chelsea chen cheryl chloe chris christian
  christina christine christopher cindy claire clara claudia colin connor courtney craig crystal cynthia daisy dana daniel daniela danielle darius david deborah debra
  deepak denise dennis derek desmond diana diane diego dmitri dolores dominic donald donna doris dorothy douglas dylan eduardo edward eileen elaine elena eleanor eli
  elijah elisa elizabeth ella ellen emily emma eric erica erik erin esther ethan eugene eva evan evelyn fatima felix fernando fiona frances francis francisco frank
  gabriel gabriela gary gavin george gerald gina gladys gloria greg gregory hannah harold harry hassan heather hector helen henry howard hugo ian ibrahim imani
  ingrid irene iris isaac isabel isabella ivan jack jackson jacob jacqueline jake jamal james jamie jane janet janice jared jasmine jason javier jean jeff jeffrey
  jenna jennifer jeremy jerome jerry jesse jessica jill jim joan joanna joe joel johanna john jonathan jordan jorge jose joseph joshua joyce juan juanita judith judy
  julia julian julie justin kai karen karim karl kate katherine kathleen kathryn katie kayla keith kelly ken kenneth kenya kevin khalid kim kimberly kristen kyle lakshmi
  larry latoya laura lauren lawrence leah lena leon leonard leslie liam lillian linda lisa logan lois lorenzo louis louise lucas lucia lucy luis luke luna lydia lynn
  madison maggie malik manuel marcus margaret maria mariam marie marilyn mario marion marisol marjorie marlene martha martin marvin mary mateo matthew maureen maurice
  megan mei melanie melissa mercedes mia michael michelle miguel mike mohamed mohammed molly monica morgan muhammad nadia nancy naomi natalie natasha nathan neil nicholas
  nicole nikhil nina noah noor nora norma oliver olivia omar oscar owen pablo pamela patricia patrick paul paula pedro penny peter philip phillip phyllis priya rachel
  rafael raj ralph ramon randy raquel rashid raul ravi raymond rebecca regina renee ricardo richard rita robert roberta roberto robin rodney roger ronald rosa rosalind
  rosemary roxanne russell ruth ryan sabrina salma sam samantha samir samuel sandra sanjay santiago sara sarah scott sean sergio seth shannon sharon shawn sheila
  shirley sierra silvia simon sofia sonia sophia sophie stacy stanley stella stephanie stephen steve steven stuart sue susan svetlana sven sylvia tamara tanya tara
  tariq tatiana teresa terrence terry tessa theodore theresa thomas tiffany tim timothy tina todd tom tony tonya tracy travis trevor tyler tyrone valerie vanessa
  vera veronica vicki victor victoria vijay vikram vincent virginia vivian walter wanda wayne wendy wesley whitney willie xavier yasmin yolanda yuki yusuf yvonne zachary zoe`.split(
    /\s+/,
  ),
)

/** Words that often begin a sentence of a note and need not have been said. */
const noteWords = new Set(
  `a abdomen about abstinent access according active activity acute additional adherence adherent adolescent adult affect after again agree agreement agrees alcohol alert all
  allergen allergic allergy also although ambivalent an anger anhedonia annual another anxiety anxious any appearance appetite appointment arousal as asleep assessment asthma at
  attention attitude average avoids back baseline because bed bedtime before begin behavior being belief below bilateral blood body both boundary brain breath breathing brief
  bring brother but by call cannabis care caregiver careful case cause change chart check chest child childhood chronic cigarette claim clear client clinician cognition comes complain
  complains compliant concentration concern confirms conflict consent consider consult contact content continue continues control coping cough counselor couple course court craving
  cries crisis current cut cuts dad daily danger date day days deep delusion denial denies depression describes despite details diagnosis diet difficult difficulty diffuse dinner disrupted distress
  does dose drinks drive drives drowsy drug due during early eats education either emergency employment endorse endorses energy engage enjoys episode euthymic every evidence exam exercise expects
  explains eye facial fair falls family father fatigue fear fears feelings feels few finds first five flat focus follow follow-up followup food for former four frequency frequent friend from
  full function further general gets girlfriend boyfriend given goal goals goes good grade grandfather grandmother grief grooming group guarded guilt half hallucination has have he headache health heart help helps her
  here high his history home homework hope hopeless hopes hours house housing how however husband hygiene if illness improves impulse in include includes increase individual inpatient insight insomnia
  instruct intact intake intent intermittent interest intervention irritable is isolation it job joint judgment keep keeps knows lab labs last late later left legal less level lifetime likes limit
  lithium little lives living long low manager male female man mania many marital married meals medical medication medicine meets member memory mental mild mind minimal missed mixed mom money monitor
  month mood more morning most mostly mother motivation motor mouth multiple muscle nausea negative neighbor neither neurologic neutral never new next night nightmare nights no nobody none normal not
  note nothing now obtain occasional of off older on once one ongoing only onset open or order oriented other others otherwise outpatient over overall own pain panic parent parents part partner
  passive past patient peer per perceives perception period person pharmacy phone physical place plan planned plans please pleasant poor positive posture present presents pressure previous primary prior
  problem progress provider psychiatric psychology psychomotor psychosis psychotherapy range rapport rash rate rather reason recent recommend recurrent refer referral refill reflexes refuses refuse regular relapse relationship relief remains remote
  remote repeat report reports request requests resident responds rest restart restless results return returns review right risk risks rule runs sad safe safety same says schedule school score screen
  see seems self sees seldom send several severe sex she short side significant since single sister skin skips sleep sleeps slight slow smokes so sober social some someone sometimes son daughter soon source speech
  spends spouse stable staff start starts state states status stay stays step still stop stops stress strength strengths stressor strong student struggle subjective substance suicidal suicide supervisor support
  supportive supports surgery suspect symptom symptomatic symptoms take takes talk target team tearful tells tender test than that the their them then therapist therapy there these they thinks third this
  those though thought thoughts threat three times to tobacco today together tolerates took total toward trauma treatment trial trigger triggers trouble two type under unknown unless until up upon upset urge urges urine use
  uses usual usually values verbal very visit vital vitals voice volume waits wakes wants warm was we weapon week weekly weekend weekends weeks weight well what when where whether which while who wife will wishes
  with withdraw withdrawal within without work works worry worries worse worst would writes year years yes yesterday younger youth client's patient's stepfather stepmother stepdad stepmom stepson stepdaughter stepbrother stepsister uncle aunt cousin grandma
  grandpa niece nephew fiance fiancee roommate landlord coworker tobacco glucose reasoning testing treatment referrals agreements nose throat divorce juvenile admits
  type status wound skin neck spine back knee hip shoulder arm leg ankle foot hand wrist elbow lung heart chest abdomen pelvis extremities lymph ears eyes vision hearing breast uterus bladder
  bowel stool urine gait strength sensation pulse pulses reflex reflexes murmur edema murmurs temperature pressure respiratory cardiovascular gastrointestinal genitourinary musculoskeletal integumentary
  vitals constitutional general physical history surgical family social findings impression recommendation followup x-ray xray labs radiology imaging father mother discharge admission inhaler`.split(
    /\s+/,
  ),
)

const wordForms =
  /(?:ing|ed|ly|tion|sion|ness|ment|ity|able|ible|ous|ance|ence|ency|ancy|ism|logist|apist|trist|cialist|itis|osis|emia|pathy|oma|algia|gram|logy|graphy|scopy|ectomy|ful|less|tions|ments|ive|ular|atic|etic|ological|(?:ion|it|ic|er|or|in|ent|ur|eg|on|rm|as|at|tu|ti|ci|vi)al|(?:sist|qu|rec|curr|stud|mitt)ent|(?:ific|const|reluct|vigil)ant|ary|ish)$/
const doing =
  /^(?:['’]s\b| to \p{Ll}| from (?:the|her|his|their|next|down)\b|, (?:the|an?|his|her|their)\b|,? (?:only|also|just|never|always|still|once|often)\b|,? (?:is|was|has|had|does|did|will|would|can|could|may|and|who)\b|,? \p{Ll}+(?:s|ed)\b|,? (?:got|went|said|told|took|felt|made|came|kept|left|lost|saw|gave|began|slept|thought|drank|drove|ate|spoke|wrote|ran|sat|stood|fell|broke|chose|knew|grew|held|heard|met|paid|put|sent|spent|woke|became|brought|bought|quit|hit|cut)\b)/u

/** True for a given name that is rarely another word. */
export const isGivenName = (word: string): boolean => givenNames.has(word.toLowerCase())

/** True for a word, in lower case, that notes often use although nobody said it. */
export const isNoteWord = (low: string): boolean =>
  noteWords.has(low) || noteWords.has(low.replace(/s$/, '')) || wordForms.test(low)

/**
 * True if a capitalised word at the beginning of a sentence is probably a person's name: either it is a given name, or
 * it is not a usual word of notes and the next word is a verb that describes a person. `after` is the text after the
 * word.
 */
export function opensWithName(word: string, after: string): boolean {
  const low = word.toLowerCase()
  if (givenNames.has(low)) return true
  if (noteWords.has(low) || wordForms.test(low) || low.length < 3) return false
  return doing.test(after)
}
