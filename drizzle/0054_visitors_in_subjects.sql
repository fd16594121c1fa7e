-- Subjects of news by mail had the visitor's name, which no cleanup found: they end before it.
UPDATE `outgoing_mail` SET `subject` = substr(`subject`, 1,
	instr(`subject`, ': A visitor ') + instr(substr(`subject`, instr(`subject`, ': A visitor ') + 1), ': ') - 1)
	WHERE `subject` LIKE '%: A visitor %: %';
