/** Names in the letters of their languages. The zone contains their transliterations. */
export const namesByAlphabet: Readonly<Record<string, readonly (readonly [lastName: string, firstName: string])[]>> = {
  Portuguese: [
    ['Conceição Araújo', 'João Simão'],
    ['Guimarães', 'Inês da Assunção'],
    ['Ximenes Belo', 'Mariana Filomena do Espírito Santo'],
  ],
  Spanish: [
    ['Muñoz Ibáñez', 'José Ángel'],
    ['Núñez', 'Begoña'],
    ['Peñalver Zuñiga', 'María de los Ángeles'],
  ],
  French: [
    ['Lefèvre', 'Françoise'],
    ['Œuvrard', 'Hélène Zoë'],
    ["D'Aubigné", 'Noël'],
  ],
  German: [
    ['Müller-Lüdenscheidt', 'Jürgen'],
    ['Weiß', 'Änne'],
    ['Größmann', 'Jörg Götz'],
  ],
  Danish: [
    ['Sørensen', 'Bjørn Åge'],
    ['Kjær', 'Signe'],
    ['Ærøskøbing', 'Søren'],
  ],
  Swedish: [
    ['Åström', 'Björn'],
    ['Öberg', 'Märta'],
    ['Sjöström', 'Göran Håkan'],
  ],
  Icelandic: [
    ['Þórðarson', 'Guðmundur'],
    ['Ævarsdóttir', 'Þuríður Ösp'],
    ['Sigurðardóttir', 'Jóhanna'],
  ],
  Polish: [
    ['Wałęsa', 'Łukasz'],
    ['Śniegórska', 'Małgorzata Żaneta'],
    ['Dąbrowski', 'Stanisław'],
  ],
  Czech: [
    ['Dvořák', 'Jiří'],
    ['Šťastná', 'Růžena'],
    ['Černý', 'Žofie Anežka'],
  ],
  Hungarian: [
    ['Erdős', 'Ödön'],
    ['Szűcs', 'Győző'],
    ['Kővári', 'Zsófia Ágnes'],
  ],
  Romanian: [
    ['Țăndărică', 'Ștefan'],
    ['Brâncuși', 'Ioana'],
    ['Pîrvulescu', 'Mădălina'],
  ],
  Turkish: [
    ['Yıldırım', 'Gülşah'],
    ['Çağlayan', 'İbrahim'],
    ['Öztürk', 'Ayşe Şeyma'],
  ],
  Vietnamese: [
    ['Nguyễn', 'Thị Thu Hằng'],
    ['Đặng', 'Quốc Vượng'],
    ['Phạm', 'Ngọc Ánh'],
  ],
  Russian: [
    ['Щербаков', 'Юрий'],
    ['Кузнецова', 'Анастасия'],
    ['Жуков', 'Вячеслав'],
  ],
  Ukrainian: [
    ['Шевченко', 'Олексій'],
    ['Ґалаґан', 'Євгенія'],
    ['Їжакевич', 'Іван'],
  ],
  Serbian: [
    ['Ђорђевић', 'Љубица'],
    ['Њагојевић', 'Жељко'],
    ['Џамић', 'Јована'],
  ],
  Greek: [
    ['Παπαδόπουλος', 'Γεώργιος'],
    ['Θεοδωράκη', 'Ξένια'],
    ['Ψαρρού', 'Χριστίνα'],
  ],
  Arabic: [
    ['الرازي', 'أبو بكر محمد بن زكريا'],
    ['الشريف', 'فاطمة'],
    ['قاضي', 'هارون'],
  ],
};
